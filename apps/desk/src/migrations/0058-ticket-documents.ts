import { createBlobTables } from '@psa/blob-kit';
import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Documents of tickets; a document's bytes are the blob of its id. */
export const ticketDocumentsMigration: Migration = {
  async up(db: MigrationDb) {
    await createBlobTables(db, 'desk');
    await createTenantTable(db, 'desk', 'ticket_documents', {
      key: ['document_id'],
      // Without a cascade: a ticket whose documents' bytes were not released cannot be deleted.
      columns: `document_id uuid not null, ticket_id uuid not null, comment_id uuid, document_name text not null,
        original_filename text not null, mime_type text not null, file_size bigint not null, sha256 text not null,
        is_internal boolean not null, uploaded_by uuid, created_at timestamptz(3) not null default now(),
        foreign key (tenant, ticket_id) references tickets`,
    });
    await sql.raw('create index ticket_documents_ticket on ticket_documents (tenant, ticket_id, created_at, document_id)').execute(db);
  },
};
