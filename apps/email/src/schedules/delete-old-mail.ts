import { deleteInBatches } from '@psa/postgres-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../email-app.ts';

/** Raw mail is kept this long; what became of it, and its files, stay with the ticket. */
const RAW_DAYS = 90;
const OUTBOUND_DAYS = 365;

/** Deletes what nobody needs any more, a piece at a time. */
export const deleteOldMail: Schedule<Ports> = {
  name: 'delete-old-mail',
  cron: '23 3 * * *',
  run: async ({ workerDatabase }) => {
    await deleteInBatches(workerDatabase, {
      table: 'mail_blobs',
      key: ['tenant', 'blob_id', 'piece'],
      where: `blob_id like 'raw:%' and created_at < now() - interval '${RAW_DAYS} days'`,
      batch: 100,
    });
    await deleteInBatches(workerDatabase, {
      table: 'outbound_emails',
      key: ['tenant', 'mail_id'],
      where: `created_at < now() - interval '${OUTBOUND_DAYS} days' and status <> 'queued'`,
      orderBy: 'created_at',
    });
    await deleteInBatches(workerDatabase, {
      table: 'staged_files',
      key: ['tenant', 'idempotency_key', 'file', 'piece'],
      where: `created_at < now() - interval '7 days'`,
      orderBy: 'created_at',
      batch: 100,
    });
    await deleteInBatches(workerDatabase, { table: 'oauth_states', key: ['tenant', 'state_id'], where: 'expires_at < now()' });
  },
};
