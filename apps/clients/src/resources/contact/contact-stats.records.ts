import type { ContactStats } from '@psa/contracts-clients';
import { sql } from 'kysely';
import type { Db } from '../../clients-app.ts';

/** Figures over all contacts of the tenant. */
export async function contactStats(db: Db): Promise<ContactStats> {
  const [figures, roles] = await Promise.all([
    db
      .selectFrom('contacts')
      .select([
        sql<number>`count(*)`.as('total_contacts'),
        sql<number>`count(*) filter (where not is_inactive)`.as('active_contacts'),
        sql<number>`count(*) filter (where is_inactive)`.as('inactive_contacts'),
        sql<number>`count(client_id)`.as('contacts_with_client'),
        sql<number>`count(*) filter (where client_id is null)`.as('contacts_without_client'),
        sql<number>`count(*) filter (where created_at >= now() - interval '30 days')`.as('recent_contacts'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('contacts')
      .select(['role', sql<number>`count(*)`.as('count')])
      .where('role', '<>', '')
      .groupBy('role')
      .orderBy('count', 'desc')
      .orderBy('role')
      .limit(1000)
      .execute(),
  ]);
  return { ...figures, contacts_by_role: Object.fromEntries(roles.map(({ role, count }) => [role ?? '', count])) };
}
