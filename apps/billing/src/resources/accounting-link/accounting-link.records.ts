import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import type { AccountingKind } from '../../ports/accounting.ts';
import { QUICKBOOKS } from '../accounting-connection/accounting-connection.records.ts';
import type { AccountingLinkRow, AccountingLinksTable } from './accounting-link.tables.ts';

type Changes = Partial<
  Pick<Selectable<AccountingLinksTable>, 'external_id' | 'sync_token' | 'synced_version' | 'synced_amount' | 'status' | 'error'>
>;

const ofCompany = (db: Db, realmId: string, entity: AccountingKind) =>
  db
    .selectFrom('accounting_links')
    .selectAll()
    .where('provider', '=', QUICKBOOKS)
    .where('realm_id', '=', realmId)
    .where('entity', '=', entity);

export function findLink(db: Db, realmId: string, entity: AccountingKind, localId: string): Promise<AccountingLinkRow | undefined> {
  return ofCompany(db, realmId, entity).where('local_id', '=', localId).executeTakeFirst();
}

/** Id at the provider of what a record is linked to; undefined as long as it is not known to be there. */
export function externalIdOf(link: Pick<AccountingLinkRow, 'external_id'> | undefined): string | undefined {
  return link?.external_id ?? undefined;
}

export function findLinkByExternal(
  db: Db,
  realmId: string,
  entity: AccountingKind,
  externalId: string,
): Promise<AccountingLinkRow | undefined> {
  return ofCompany(db, realmId, entity).where('external_id', '=', externalId).executeTakeFirst();
}

/** Links of the parts of payments. @param paymentIds at the provider */
export async function findPaymentLinks(db: Db, realmId: string, paymentIds: readonly string[]): Promise<AccountingLinkRow[]> {
  if (paymentIds.length === 0) return [];
  return ofCompany(db, realmId, 'payment')
    .where('external_payment_id', 'in', [...paymentIds])
    .execute();
}

/** Links of records at the provider. */
export async function findLinksByExternal(
  db: Db,
  realmId: string,
  entity: AccountingKind,
  externalIds: readonly string[],
): Promise<AccountingLinkRow[]> {
  if (externalIds.length === 0) return [];
  return ofCompany(db, realmId, entity)
    .where('external_id', 'in', [...externalIds])
    .execute();
}

/** Whether anything of a client was exported. */
export async function hasExportedInvoices(db: Db, realmId: string, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounting_links')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.tenant', '=', 'accounting_links.tenant').on(sql<boolean>`invoices.invoice_id::text = accounting_links.local_id`),
    )
    .select('link_id')
    .where('provider', '=', QUICKBOOKS)
    .where('realm_id', '=', realmId)
    .where('entity', 'in', ['invoice', 'credit_note'])
    .where('invoices.client_id', '=', clientId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notes that a record is about to be created at the provider, before it is asked to: a request that is repeated after a crash has the
 * same id and creates nothing twice.
 */
export async function createPendingLink(db: Db, realm_id: string, entity: AccountingKind, local_id: string): Promise<AccountingLinkRow> {
  const [link_id, request_id] = [uuidv7(), uuidv7()];
  return db.commitNow((tx) =>
    tx
      .insertInto('accounting_links')
      .values({ link_id, provider: QUICKBOOKS, realm_id, entity, local_id, request_id, status: 'pending' })
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'provider', 'realm_id', 'entity', 'local_id']).doUpdateSet({ updated_at: sql`excluded.updated_at` }),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** Links a record of PSA to one there is. */
export async function insertLink(
  tx: Tx,
  row: Pick<AccountingLinkRow, 'realm_id' | 'entity' | 'local_id' | 'external_id' | 'sync_token' | 'synced_version'> &
    Partial<Pick<AccountingLinkRow, 'synced_amount' | 'is_imported'>>,
): Promise<void> {
  const values = { status: 'synced' as const, error: null, last_synced_at: sql<string>`now()`, ...row };
  await tx
    .insertInto('accounting_links')
    .values({ link_id: uuidv7(), request_id: uuidv7(), provider: QUICKBOOKS, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'provider', 'realm_id', 'entity', 'local_id'])
        .doUpdateSet({ ...values, last_synced_at: sql`excluded.last_synced_at`, updated_at: sql`excluded.updated_at` }),
    )
    .execute();
}

/** Writes what came of a record. One that is equal on both sides now has no error any more. */
export async function updateLink(tx: Tx, linkId: string, changes: Changes): Promise<void> {
  await tx
    .updateTable('accounting_links')
    .set({ ...(changes.status === 'synced' && { error: null, last_synced_at: sql<string>`now()` }), ...changes, updated_at: sql`now()` })
    .where('link_id', '=', linkId)
    .execute();
}

export async function deleteLink(tx: Tx, linkId: string): Promise<void> {
  await tx.deleteFrom('accounting_links').where('link_id', '=', linkId).execute();
}
