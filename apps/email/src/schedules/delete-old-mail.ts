import { deleteInBatches } from '@psa/postgres-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../email-app.ts';
import { releaseOldRaw } from '../resources/message/release-raw.records.ts';
import type { Tables } from '../tables.ts';

/** Raw mail is kept this long; what became of it, and its files, stay with the ticket. */
const RAW_DAYS = 90;
const OUTBOUND_DAYS = 365;

/** Deletes expired mail in batches. */
export const deleteOldMail: Schedule<Ports, Tables> = {
  name: 'delete-old-mail',
  cron: '23 3 * * *',
  run: async ({ workerDatabase, ports, asTenant }) => {
    await releaseOldRaw(workerDatabase, ports, (tenant) => asTenant(tenant), RAW_DAYS);
    await deleteInBatches(workerDatabase, {
      table: 'outbound_emails',
      key: ['tenant', 'mail_id'],
      where: `created_at < now() - interval '${OUTBOUND_DAYS} days' and status <> 'queued'`,
      orderBy: 'created_at',
    });
    await deleteInBatches(workerDatabase, {
      table: 'staged_files',
      key: ['tenant', 'idempotency_key', 'file', 'piece'],
      // A mail that waits, or can be retried, leaves with all its files.
      where: `created_at < now() - interval '7 days' and not exists (select from outbound_emails mail
        where mail.tenant = staged_files.tenant and mail.idempotency_key = staged_files.idempotency_key and mail.sealed_content is not null)`,
      orderBy: 'created_at',
      batch: 100,
    });
    await deleteInBatches(workerDatabase, { table: 'oauth_states', key: ['tenant', 'state_id'], where: 'expires_at < now()' });
  },
};
