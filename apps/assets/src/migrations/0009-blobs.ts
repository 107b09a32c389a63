import { createBlobTables } from '@psa/blob-kit';
import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** The bytes of documents move to where all files of the product are kept; a document's blob has its id. */
export const blobsMigration: Migration = {
  async up(db: MigrationDb) {
    await createBlobTables(db, 'assets');
    await sql
      .raw(
        "insert into blobs (tenant, blob_id, size, place, state) select tenant, document_id, file_size, 'postgres', 'kept' from documents",
      )
      .execute(db);
    await sql
      .raw('insert into blob_pieces (tenant, blob_id, piece, bytes) select tenant, document_id, piece, bytes from document_contents')
      .execute(db);
    await sql.raw('drop table document_contents').execute(db);
  },
};
