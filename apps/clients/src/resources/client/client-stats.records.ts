import type { ClientStats } from '@psa/contracts-clients';
import { sql } from 'kysely';
import type { Db } from '../../clients-app.ts';

/** Figures over the clients of the tenant. @param only the one client the caller may see; all when undefined */
export async function clientStats(db: Db, only?: string): Promise<ClientStats> {
  const [figures, byCycle, byType] = await Promise.all([
    visible(db, only)
      .select([
        sql<number>`count(*)`.as('total_clients'),
        sql<number>`count(*) filter (where not is_inactive)`.as('active_clients'),
        sql<number>`count(*) filter (where is_inactive)`.as('inactive_clients'),
        sql<number>`coalesce(sum(credit_balance), 0)::bigint`.as('total_credit_balance'),
        sql<number>`coalesce(avg(credit_balance), 0)::float8`.as('average_credit_balance'),
      ])
      .executeTakeFirstOrThrow(),
    countsBy(db, 'billing_cycle', only),
    countsBy(db, 'client_type', only),
  ]);
  return {
    ...figures,
    clients_by_billing_cycle: byCycle,
    clients_by_client_type: byType,
  };
}

function visible(db: Db, only: string | undefined) {
  return db.selectFrom('clients').$if(only !== undefined, (rows) => rows.where('client_id', '=', only ?? ''));
}

async function countsBy(db: Db, column: 'billing_cycle' | 'client_type', only: string | undefined): Promise<Record<string, number>> {
  const rows = await visible(db, only)
    .select([`${column} as value`, sql<number>`count(*)`.as('count')])
    .where(column, '<>', '')
    .groupBy(column)
    .orderBy('count', 'desc')
    .orderBy(column)
    .limit(1000)
    .execute();
  return Object.fromEntries(rows.map(({ value, count }) => [value ?? '', count]));
}
