import type { CardPaymentListQuery, PaymentLinkListQuery } from '@psa/contracts-billing';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { CardPaymentSettingsTable, PaymentLinksTable, ProviderPaymentsTable } from './card-payment.tables.ts';

export const SCOPE = 'stripe';

export type CardPaymentSettingsRow = Selectable<CardPaymentSettingsTable>;
export type PaymentLinkRow = Selectable<PaymentLinksTable>;
export type ProviderPaymentRow = Selectable<ProviderPaymentsTable>;

export function findCardSettings(db: Db): Promise<CardPaymentSettingsRow | undefined> {
  return db.selectFrom('card_payment_settings').selectAll().where('scope', '=', SCOPE).executeTakeFirst();
}

/** Writes the settings if they still have a version, 0 for none. @returns whether they had */
export async function writeCardSettings(
  tx: Tx,
  changes: Omit<Updateable<CardPaymentSettingsTable>, 'tenant' | 'version'>,
  version: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('card_payment_settings')
    .values({ scope: SCOPE, is_active: true, sealed_secret_key: null, sealed_webhook_secret: null, ...changes })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'scope'])
        .doUpdateSet({ ...changes, version: sql`card_payment_settings.version + 1`, updated_at: sql`excluded.updated_at` })
        .where('card_payment_settings.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCardSettings(db: Db): Promise<void> {
  await db.deleteFrom('card_payment_settings').where('scope', '=', SCOPE).execute();
}

const order: ListOrder = {
  columns: { created_at: 'payment_links.created_at' },
  id: { ref: 'payment_links.link_id', name: 'link_id' },
};

/** One page of the links of an invoice. */
export function listLinks(db: Db, invoice_id: string, query: PaymentLinkListQuery): Promise<Page<PaymentLinkRow>> {
  const { status, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('payment_links')
    .selectAll()
    .where('invoice_id', '=', invoice_id)
    .$if(status !== undefined, (q) => q.where('status', '=', status ?? 'open'))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from as never))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to as never))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from as never))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to as never));
  return readPage<PaymentLinkRow>(rows, order, query);
}

/** A link by which so much of an invoice can still be paid. */
export function findOpenLink(db: Db, invoice_id: string, amount: number): Promise<PaymentLinkRow | undefined> {
  return db
    .selectFrom('payment_links')
    .selectAll()
    .where('invoice_id', '=', invoice_id)
    .where('status', '=', 'open')
    .where('amount', '=', amount)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** How many links an invoice has had. */
export async function countLinks(db: Db, invoice_id: string): Promise<number> {
  const row = await db
    .selectFrom('payment_links')
    .select(sql<number>`count(*)::int`.as('links'))
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirstOrThrow();
  return row.links;
}

/** Keeps a link; one of the same session stays as it is. */
export async function insertLink(db: Db, row: Insertable<PaymentLinksTable>): Promise<PaymentLinkRow> {
  await db
    .insertInto('payment_links')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant', 'session_id']).doNothing())
    .execute();
  return db.selectFrom('payment_links').selectAll().where('session_id', '=', row.session_id).executeTakeFirstOrThrow();
}

/** Notes an attempt that was refused on the latest link over the amount. @returns the link; undefined when there is none, or it is no news */
export function noteFailure(tx: Tx, invoice_id: string, amount: number, attempt: string): Promise<PaymentLinkRow | undefined> {
  return tx
    .updateTable('payment_links')
    .set({ failures: sql`failures + 1`, last_failure: attempt, updated_at: sql`now()` })
    .where('link_id', '=', (eb) =>
      eb
        .selectFrom('payment_links as latest')
        .select('latest.link_id')
        .where('latest.tenant', '=', tx.tenant)
        .where('latest.invoice_id', '=', invoice_id)
        .where('latest.amount', '=', amount)
        .orderBy('latest.created_at', 'desc')
        .limit(1),
    )
    .where(sql<boolean>`last_failure is distinct from ${attempt}`)
    .returningAll()
    .executeTakeFirst();
}

export async function closeLink(db: Db, session_id: string, status: 'paid' | 'expired'): Promise<void> {
  await db
    .updateTable('payment_links')
    .set({ status, updated_at: sql`now()` })
    .where('session_id', '=', session_id)
    .where('status', '=', 'open')
    .execute();
}

const paymentOrder: ListOrder = {
  columns: { created_at: 'provider_payments.created_at', amount: 'provider_payments.amount' },
  id: { ref: 'provider_payments.provider_payment_id', name: 'provider_payment_id' },
};

/** One page of what was paid by card. */
export function listProviderPayments(db: Db, query: CardPaymentListQuery): Promise<Page<ProviderPaymentRow>> {
  const { invoice_id, unassigned, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('provider_payments')
    .selectAll()
    .$if(invoice_id !== undefined, (q) => q.where('invoice_id', '=', invoice_id ?? ''))
    .$if(unassigned !== undefined, (q) => q.where(sql<boolean>`(unassigned_reason is not null)`, '=', unassigned ?? true))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from as never))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to as never))
    // What was paid is not changed; what was given back of it is no change of the payment.
    .$if(updated_from !== undefined, (q) => q.where('created_at', '>=', updated_from as never))
    .$if(updated_to !== undefined, (q) => q.where('created_at', '<=', updated_to as never));
  return readPage<ProviderPaymentRow>(rows, paymentOrder, query);
}

/** @returns whether it is news */
export async function insertProviderPayment(tx: Tx, row: Insertable<ProviderPaymentsTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('provider_payments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant', 'provider_payment_id']).doNothing())
    .returning('provider_payment_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function lockProviderPayment(tx: Tx, id: string): Promise<ProviderPaymentRow | undefined> {
  return tx.selectFrom('provider_payments').selectAll().where('provider_payment_id', '=', id).forUpdate().executeTakeFirst();
}

/** What a provider took for an invoice and could give back, the latest first. */
export function refundablePayments(db: Db, invoice_id: string): Promise<ProviderPaymentRow[]> {
  return db
    .selectFrom('provider_payments')
    .selectAll()
    .where('invoice_id', '=', invoice_id)
    .where('unassigned_reason', 'is', null)
    .where(sql<boolean>`refunded_amount < amount`)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
}

export async function setRefunded(tx: Tx, id: string, refunded_amount: number): Promise<void> {
  await tx.updateTable('provider_payments').set({ refunded_amount }).where('provider_payment_id', '=', id).execute();
}

export async function setUnassigned(tx: Tx, id: string, unassigned_reason: string): Promise<void> {
  await tx.updateTable('provider_payments').set({ unassigned_reason }).where('provider_payment_id', '=', id).execute();
}
