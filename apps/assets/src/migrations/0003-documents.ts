import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Documents, their bytes in pieces, and the assets they are associated with. */
export const documentsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'assets', 'documents', {
      key: ['document_id'],
      columns: `document_id uuid not null, document_name text not null, original_filename text not null, mime_type text not null,
        file_size bigint not null, sha256 text not null, notes text, client_id uuid, uploaded_by uuid not null,
        version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
    });
    await sql.raw('create index documents_created on documents (tenant, created_at, document_id)').execute(db);
    await sql
      .raw('create index documents_client on documents (tenant, client_id, created_at, document_id) where client_id is not null')
      .execute(db);
    await createTenantTable(db, 'assets', 'document_contents', {
      key: ['document_id', 'piece'],
      // Without a cascade: a document whose bytes were forgotten cannot be deleted.
      columns:
        'document_id uuid not null, piece integer not null, bytes bytea not null, foreign key (tenant, document_id) references documents',
    });
    // Files are compressed as they are; trying again costs time and gains nothing.
    await sql.raw('alter table document_contents alter column bytes set storage external').execute(db);
    await createTenantTable(db, 'assets', 'asset_documents', {
      key: ['association_id'],
      columns: `association_id uuid not null, asset_id uuid not null, document_id uuid not null, notes text,
        created_at timestamptz(3) not null default now(), unique (tenant, asset_id, document_id),
        foreign key (tenant, asset_id) references assets on delete cascade, foreign key (tenant, document_id) references documents`,
    });
    await sql.raw('create index asset_documents_document on asset_documents (tenant, document_id)').execute(db);
  },
};
