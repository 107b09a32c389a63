import { createBlobTables } from '@psa/blob-kit';
import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Pieces that mail was kept in before, put together under a blob. @param id of the blob, and where the pieces of it are */
const copyPieces = (id: string, from: string) => `
  insert into blobs (tenant, blob_id, size, place, state)
    select old.tenant, ${id}, sum(length(old.bytes)), 'postgres', 'kept' from ${from} group by 1, 2;
  insert into blob_pieces (tenant, blob_id, piece, bytes) select old.tenant, ${id}, old.piece, old.bytes from ${from}`;

/** Mails and their files move to where all files of the product are kept; a file that many mails carry is one blob. */
export const blobsMigration: Migration = {
  async up(db: MigrationDb) {
    await createBlobTables(db, 'email');
    await createTenantTable(db, 'email', 'mail_files', {
      key: ['file_hash'],
      columns: 'file_hash text not null, blob_id uuid not null, size bigint not null, created_at timestamptz(3) not null default now()',
    });
    for (const text of [
      'alter table inbound_emails add column raw_blob_id uuid',
      'alter table mail_attachments rename column blob_id to file_hash',
      "update mail_attachments set file_hash = substr(file_hash, 8) where file_hash like 'sha256:%'",
      "update inbound_emails set raw_blob_id = message_id where exists (select from mail_blobs old where old.tenant = inbound_emails.tenant and old.blob_id = 'raw:' || inbound_emails.message_id)",
      ...copyPieces(
        'inbound_emails.message_id',
        "mail_blobs old join inbound_emails on inbound_emails.tenant = old.tenant and old.blob_id = 'raw:' || inbound_emails.message_id",
      ).split(';'),
      `insert into mail_files (tenant, file_hash, blob_id, size)
        select tenant, substr(blob_id, 8), gen_random_uuid(), sum(length(bytes)) from mail_blobs where blob_id like 'sha256:%' group by tenant, mail_blobs.blob_id`,
      ...copyPieces(
        'mail_files.blob_id',
        "mail_blobs old join mail_files on mail_files.tenant = old.tenant and old.blob_id = 'sha256:' || mail_files.file_hash",
      ).split(';'),
      'drop table mail_blobs',
      'create index inbound_emails_raw on inbound_emails (created_at) where raw_blob_id is not null',
    ])
      await sql.raw(text).execute(db);
  },
};
