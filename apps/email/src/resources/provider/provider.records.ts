import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../email-app.ts';
import type { MailProvidersTable } from '../../tables.ts';

export type ProviderRecord = Selectable<MailProvidersTable>;

export async function findProvider(db: Db, providerId: string): Promise<ProviderRecord | undefined> {
  return db.selectFrom('mail_providers').selectAll().where('provider_id', '=', providerId).executeTakeFirst();
}

export async function lockProvider(tx: Tx, providerId: string): Promise<ProviderRecord | undefined> {
  return tx.selectFrom('mail_providers').selectAll().where('provider_id', '=', providerId).forUpdate().executeTakeFirst();
}

/** Those of the mailboxes that have not been deleted. */
export async function existingProviders(db: Db, providerIds: readonly string[]): Promise<Set<string>> {
  if (providerIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('mail_providers')
    .select('provider_id')
    .where('provider_id', 'in', [...new Set(providerIds)])
    .execute();
  return new Set(rows.map(({ provider_id }) => provider_id));
}

/** Addresses of the tenant's own mailboxes, in lower case. */
export async function ownMailboxes(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('mail_providers').select('mailbox').execute();
  return new Set(rows.map(({ mailbox }) => mailbox));
}

export async function insertProvider(tx: Tx, provider: Insertable<MailProvidersTable>): Promise<ProviderRecord> {
  addToRowCount(tx, 'mail_providers', 1);
  return tx.insertInto('mail_providers').values(provider).returningAll().executeTakeFirstOrThrow();
}

/** Writes changes of the resource itself and raises its version. */
export async function updateProviderRow(tx: Tx, providerId: string, changes: Updateable<MailProvidersTable>): Promise<ProviderRecord> {
  return tx
    .updateTable('mail_providers')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('provider_id', '=', providerId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes what fetching and push notifications note: no change of the resource. */
export async function noteOnProvider(db: Db, providerId: string, changes: Updateable<MailProvidersTable>): Promise<void> {
  await db.updateTable('mail_providers').set(changes).where('provider_id', '=', providerId).execute();
}

export async function deleteProviderRow(tx: Tx, providerId: string): Promise<void> {
  addToRowCount(tx, 'mail_providers', -1);
  await tx.deleteFrom('oauth_states').where('provider_id', '=', providerId).execute();
  // Mail that left by it leaves by the mail server from now on.
  await tx
    .updateTable('outbound_settings')
    .set({ provider_id: null, version: sql`version + 1`, updated_at: sql`now()` })
    .where('provider_id', '=', providerId)
    .execute();
  await tx.deleteFrom('mail_providers').where('provider_id', '=', providerId).execute();
}
