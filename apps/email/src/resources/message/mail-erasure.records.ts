import { sql } from 'kysely';
import type { Ports, Tx } from '../../email-app.ts';

/** Lets go of the bytes of some mails from these addresses. @returns how many there were, less than `limit` when they were the last */
export async function releaseReceived(tx: Tx, blobs: Ports['blobs'], addresses: readonly string[], limit: number): Promise<number> {
  const mails = await tx
    .selectFrom('inbound_emails')
    .select(['message_id', 'raw_blob_id'])
    .where(sql<boolean>`lower(from_address) = any(${addresses}::text[])`)
    .where('raw_blob_id', 'is not', null)
    .orderBy('message_id')
    .limit(limit)
    .forUpdate()
    .execute();
  for (const { message_id, raw_blob_id } of mails) {
    await blobs.release(tx, raw_blob_id as string);
    await tx.updateTable('inbound_emails').set({ raw_blob_id: null }).where('message_id', '=', message_id).execute();
  }
  return mails.length;
}

/** Takes the contents from mails to these addresses that were not sent. @returns how many there were */
export async function giveUpUnsent(tx: Tx, addresses: readonly string[]): Promise<number> {
  const rows = await tx
    .updateTable('outbound_emails')
    .set({
      status: 'failed',
      error: 'The recipient was erased',
      sealed_content: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('sealed_content', 'is not', null)
    .where(
      sql<boolean>`exists (select from unnest(recipients_to || recipients_cc || recipients_bcc) as r (address) where lower(r.address) = any(${addresses}::text[]))`,
    )
    .returning('mail_id')
    .execute();
  return rows.length;
}
