import { invalidField } from '@psa/contract-kit';
import type { Db } from '../../billing-app.ts';

/** Ids of those that are there, by the operation that takes their ids. */
const find = {
  customer_sync: (db: Db, ids: string[]) =>
    db.selectFrom('client_replicas').select('client_id as id').where('client_id', 'in', ids).where('is_deleted', '=', false).execute(),
  item_sync: (db: Db, ids: string[]) => db.selectFrom('services').select('service_id as id').where('service_id', 'in', ids).execute(),
  invoice_export: (db: Db, ids: string[]) => db.selectFrom('invoices').select('invoice_id as id').where('invoice_id', 'in', ids).execute(),
  payment_sync: (db: Db, ids: string[]) => db.selectFrom('payments').select('payment_id as id').where('payment_id', 'in', ids).execute(),
};
const CALLED = { customer_sync: 'a client', item_sync: 'a service', invoice_export: 'an invoice', payment_sync: 'a payment' } as const;

/** Whose records can be named one by one. */
export type NamedOperation = keyof typeof find;

export function isNamedOperation(operation: string): operation is NamedOperation {
  return Object.hasOwn(find, operation);
}

/**
 * Checks that the records a sync is to look at are there.
 * @param pathOf where the id of that index stands
 * @throws VALIDATION_ERROR naming the first that is not
 */
export async function assertNamed(
  db: Db,
  operation: NamedOperation,
  ids: readonly string[] | undefined,
  pathOf: (index: number) => string | (string | number)[],
): Promise<void> {
  if (ids === undefined || ids.length === 0) return;
  const known = new Set((await find[operation](db, [...ids])).map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing >= 0) throw invalidField(pathOf(missing), `is not ${CALLED[operation]} of this tenant`, 'unknown_reference');
}
