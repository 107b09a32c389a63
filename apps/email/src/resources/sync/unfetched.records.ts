import type { Database } from '@psa/postgres-kit';
import type { Db } from '../../email-app.ts';

const HOUR_MS = 3_600_000;
/** Pauses before each time a mail is fetched again that its mailbox did not hand out; after the last it is left to staff. */
const PAUSES_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

/** When such a mail is fetched again. @param failures how often that failed before @returns null when it is not any more */
export function fetchAgainAt(failures: number): string | null {
  const pause = PAUSES_MS[failures];
  return pause === undefined ? null : new Date(Date.now() + pause).toISOString();
}

/** Mail of a mailbox that is paused, or of a tenant that is suspended, waits until it is not. */
const DUE = `select mail.tenant, mail.message_id from inbound_emails mail
  join mail_providers provider on provider.tenant = mail.tenant and provider.provider_id = mail.provider_id
  where mail.status = 'quarantined' and mail.reason = 'fetch_failed' and mail.raw_blob_id is null and mail.fetch_again_at <= now()
    and provider.is_active and provider.paused_at is null
    and not exists (select from tenant_replicas replica where replica.tenant = mail.tenant and replica.is_suspended)
  order by mail.created_at limit $1`;

/** Mails of all tenants that are to be fetched again. */
export function findUnfetched(workerDatabase: Database, limit: number): Promise<{ tenant: string; message_id: string }[]> {
  return workerDatabase.query(DUE, [limit]);
}

/** Notes that a mail could not be fetched again either. */
export async function noteUnfetched(db: Db, messageId: string, failures: number): Promise<void> {
  await db
    .updateTable('inbound_emails')
    .set({ failures, fetch_again_at: fetchAgainAt(failures) })
    .where('message_id', '=', messageId)
    .where('status', '=', 'quarantined')
    .execute();
}
