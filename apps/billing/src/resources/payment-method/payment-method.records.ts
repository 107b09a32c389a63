import type { PaymentMethod, PaymentMethodListQuery } from '@psa/contracts-billing';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { PaymentMethodsTable } from './payment-method.tables.ts';

export type PaymentMethodRecord = Selectable<PaymentMethodsTable>;

const order: ListOrder = {
  columns: { created_at: 'payment_methods.created_at', updated_at: 'payment_methods.updated_at', type: 'payment_methods.type' },
  id: { ref: 'payment_methods.payment_method_id', name: 'payment_method_id' },
};

/** As the API shows it: that there is a token, and not which. */
export function toPaymentMethod(row: PaymentMethodRecord): PaymentMethod {
  const { version: _version, provider_token, ...method } = row;
  return { ...method, has_token: provider_token !== null };
}

/** One page of how clients pay. */
export function listPaymentMethods(db: Db, query: PaymentMethodListQuery): Promise<Page<PaymentMethodRecord>> {
  const { client_id, type, is_default, include_deleted, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('payment_methods')
    .selectAll()
    .$if(include_deleted !== true, (q) => q.where('is_deleted', '=', false))
    .$if(client_id !== undefined, (q) => q.where('client_id', '=', client_id!))
    .$if(type !== undefined, (q) => q.where('type', '=', type!))
    .$if(is_default !== undefined, (q) => q.where('is_default', '=', is_default!))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from!))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to!))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from!))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to!));
  return readPage<PaymentMethodRecord>(rows, order, query);
}

/** One that was not removed. */
export function findPaymentMethod(db: Db, id: string): Promise<PaymentMethodRecord | undefined> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('payment_method_id', '=', id)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockPaymentMethod(tx: Tx, id: string): Promise<PaymentMethodRecord | undefined> {
  return tx
    .selectFrom('payment_methods')
    .selectAll()
    .where('payment_method_id', '=', id)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
}

export function insertPaymentMethod(tx: Tx, method: Insertable<PaymentMethodsTable>): Promise<PaymentMethodRecord> {
  return tx.insertInto('payment_methods').values(method).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updatePaymentMethodRow(tx: Tx, id: string, changes: Updateable<PaymentMethodsTable>): Promise<PaymentMethodRecord> {
  return tx
    .updateTable('payment_methods')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('payment_method_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Lets no other method of a client be the default. */
export async function clearDefault(tx: Tx, clientId: string): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set({ is_default: false, version: sql`version + 1`, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('is_default', '=', true)
    .where('is_deleted', '=', false)
    .execute();
}
