import { addDays } from '@psa/calendar';
import type { Credit, CreditListQuery } from '@psa/contracts-billing';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';

const SOON_DAYS = 30;

const order: ListOrder = {
  columns: {
    created_at: 'credits.created_at',
    expiration_date: 'credits.expiration_date',
    amount: 'credits.amount',
    remaining_amount: 'credits.remaining_amount',
  },
  nullable: new Set(['expiration_date']),
  id: { ref: 'credits.credit_id', name: 'credit_id' },
};

/** @param today date in UTC */
function creditRows(db: Db, today: string) {
  return db
    .selectFrom('credits')
    .leftJoin('client_replicas', (join) =>
      join.onRef('client_replicas.tenant', '=', 'credits.tenant').onRef('client_replicas.client_id', '=', 'credits.client_id'),
    )
    .select([
      'credits.credit_id',
      'credits.client_id',
      'client_replicas.client_name',
      'credits.entry_id as transaction_id',
      'credits.entry_type as transaction_type',
      'credits.invoice_id',
      'credits.amount',
      'credits.remaining_amount',
      'credits.currency_code',
      'credits.expiration_date',
      'credits.created_at',
      'credits.updated_at',
      'credits.tenant',
    ])
    .select(sql<boolean>`coalesce(credits.expiration_date < ${today}::date, false)`.as('is_expired'));
}

/** One page of the credits of a client. */
export function listCredits(db: Db, query: CreditListQuery, today = new Date().toISOString().slice(0, 10)): Promise<Page<Credit>> {
  const { client_id, include_expired, expiring_soon, has_remaining, currency_code } = query;
  const { created_from, created_to, updated_from, updated_to } = query;
  const rows = creditRows(db, today)
    .where('credits.client_id', '=', client_id)
    .$if(include_expired !== true, (q) => q.where(sql<boolean>`coalesce(credits.expiration_date >= ${today}::date, true)`))
    .$if(expiring_soon === true, (q) =>
      q.where('credits.expiration_date', '>=', today).where('credits.expiration_date', '<=', addDays(today, SOON_DAYS)),
    )
    .$if(has_remaining !== undefined, (q) => q.where('credits.remaining_amount', has_remaining === true ? '>' : '=', 0))
    .$if(currency_code !== undefined, (q) => q.where('credits.currency_code', '=', currency_code!))
    .$if(created_from !== undefined, (q) => q.where('credits.created_at', '>=', created_from!))
    .$if(created_to !== undefined, (q) => q.where('credits.created_at', '<=', created_to!))
    .$if(updated_from !== undefined, (q) => q.where('credits.updated_at', '>=', updated_from!))
    .$if(updated_to !== undefined, (q) => q.where('credits.updated_at', '<=', updated_to!));
  return readPage<Credit>(rows as never, order, query);
}

/** One credit as the API shows it. */
export async function findShownCredit(db: Db, id: string, today = new Date().toISOString().slice(0, 10)): Promise<Credit> {
  return (await creditRows(db, today).where('credits.credit_id', '=', id).executeTakeFirstOrThrow()) as Credit;
}
