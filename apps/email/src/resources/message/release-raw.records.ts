import { tenantId } from '@psa/contract-kit';
import type { Database } from '@psa/postgres-kit';
import type { Db, Ports } from '../../email-app.ts';

const BATCH = 200;
const MAX_BATCHES = 100;
const DUE = `select tenant, message_id, raw_blob_id from inbound_emails
  where raw_blob_id is not null and created_at < now() - $1::int * interval '1 day' order by created_at limit ${BATCH}`;

interface OldMail {
  readonly tenant: string;
  readonly message_id: string;
  readonly raw_blob_id: string;
}

/** Lets go of the bytes of mails that are older than this; what became of them stays. */
export async function releaseOldRaw(
  workerDatabase: Database,
  ports: Pick<Ports, 'blobs'>,
  asTenant: (tenant: ReturnType<typeof tenantId>) => Db,
  days: number,
): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const due = await workerDatabase.query<OldMail & object>(DUE, [days]);
    for (const [tenant, mails] of Map.groupBy(due, (mail) => mail.tenant))
      await asTenant(tenantId(tenant)).transaction(async (tx) => {
        for (const { message_id, raw_blob_id } of mails) {
          await ports.blobs.release(tx, raw_blob_id);
          await tx.updateTable('inbound_emails').set({ raw_blob_id: null }).where('message_id', '=', message_id).execute();
        }
      });
    if (due.length < BATCH) return;
  }
}
