import type { CreditOrder } from '@psa/contracts-billing';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import type { CreditApplicationsTable, CreditsTable } from './credit.tables.ts';

export type CreditRecord = Selectable<CreditsTable>;
export type CreditApplicationRecord = Selectable<CreditApplicationsTable>;

/** Credits one application takes from at most. */
const MOST_CREDITS = 500;

const ORDERS: Readonly<Record<CreditOrder, string>> = {
  expiration_first: 'expiration_date asc nulls last, created_at asc, credit_id asc',
  oldest_first: 'created_at asc, credit_id asc',
  newest_first: 'created_at desc, credit_id desc',
};

export function findCredit(db: Db, id: string): Promise<CreditRecord | undefined> {
  return db.selectFrom('credits').selectAll().where('credit_id', '=', id).executeTakeFirst();
}

/** Reads a credit and keeps others from changing it until the transaction ends. */
export function lockCredit(tx: Tx, id: string): Promise<CreditRecord | undefined> {
  return tx.selectFrom('credits').selectAll().where('credit_id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * What a client can use today, in the order it is used. Rows are locked in the order of their ids, so that two who use the same
 * credits never wait for each other in a circle.
 * @param entryId only the credit that this entry gave
 */
export async function lockAvailable(
  tx: Tx,
  clientId: string,
  currency: string,
  order: CreditOrder,
  entryId?: string,
): Promise<CreditRecord[]> {
  const available = await tx
    .selectFrom('credits')
    .select('credit_id')
    .where('client_id', '=', clientId)
    .where('currency_code', '=', currency)
    .where('remaining_amount', '>', 0)
    .where((eb) => eb.or([eb('expiration_date', 'is', null), eb('expiration_date', '>=', today())]))
    .$if(entryId !== undefined, (query) => query.where('entry_id', '=', entryId!))
    .orderBy(sql.raw(ORDERS[order]))
    .limit(MOST_CREDITS)
    .execute();
  if (available.length === 0) return [];
  const ids = available.map(({ credit_id }) => credit_id);
  const locked = await tx.selectFrom('credits').selectAll().where('credit_id', 'in', ids).orderBy('credit_id').forUpdate().execute();
  return locked
    .filter(({ remaining_amount }) => remaining_amount > 0)
    .toSorted((one, other) => ids.indexOf(one.credit_id) - ids.indexOf(other.credit_id));
}

/** What is left of all credits of a client in a currency, in minor units. */
export async function creditLeft(db: Db, clientId: string, currency: string): Promise<number> {
  const { left } = await db
    .selectFrom('credits')
    .select(sql<number>`coalesce(sum(remaining_amount), 0)::bigint`.as('left'))
    .where('client_id', '=', clientId)
    .where('currency_code', '=', currency)
    .executeTakeFirstOrThrow();
  return left;
}

/** Credits that come from an invoice, locked in the order of their ids. */
export function lockCreditsOfInvoice(tx: Tx, invoiceId: string): Promise<CreditRecord[]> {
  return tx.selectFrom('credits').selectAll().where('invoice_id', '=', invoiceId).orderBy('credit_id').forUpdate().execute();
}

export function insertCredit(tx: Tx, credit: Insertable<CreditsTable>): Promise<CreditRecord> {
  return tx.insertInto('credits').values(credit).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateCreditRow(tx: Tx, id: string, changes: Updateable<CreditsTable>): Promise<CreditRecord> {
  return tx
    .updateTable('credits')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('credit_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertApplication(tx: Tx, credit_id: string, invoice_id: string, amount: number): Promise<void> {
  await tx.insertInto('credit_applications').values({ application_id: uuidv7(), credit_id, invoice_id, amount }).execute();
}

/** What paid for an invoice and did not come back; noted as come back. */
export function releaseApplications(tx: Tx, invoiceId: string): Promise<CreditApplicationRecord[]> {
  return tx
    .updateTable('credit_applications')
    .set({ released_at: new Date().toISOString() })
    .where('invoice_id', '=', invoiceId)
    .where('released_at', 'is', null)
    .returningAll()
    .execute();
}

/** What others are told of a credit. */
export function creditFacts({ credit_id, client_id, currency_code, amount, remaining_amount, expiration_date }: CreditRecord) {
  return { credit_id, client_id, currency_code, amount, remaining_amount, expiration_date };
}

const today = () => new Date().toISOString().slice(0, 10);
