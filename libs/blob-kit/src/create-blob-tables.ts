import { createTenantTable, type MigrationDb } from '@psa/postgres-kit';

/** Creates what a {@link BlobStore} of a service needs. */
export async function createBlobTables(db: MigrationDb, service: string): Promise<void> {
  await createTenantTable(db, service, 'blobs', {
    key: ['blob_id'],
    columns: `blob_id uuid not null, size bigint not null, place text not null check (place in ('postgres', 's3')),
      state text not null default 'staged' check (state in ('staged', 'kept', 'released')), changed_at timestamptz(3) not null default now()`,
    workerGrants: 'select, delete',
    indexes: { blobs_unkept: "(changed_at) where state <> 'kept'" },
  });
  await createTenantTable(db, service, 'blob_pieces', {
    key: ['blob_id', 'piece'],
    columns: `blob_id uuid not null, piece integer not null, bytes bytea not null,
      foreign key (tenant, blob_id) references blobs on delete cascade`,
    workerGrants: 'select, delete',
    // Files are compressed as they are; trying again costs time and gains nothing.
    uncompressed: ['bytes'],
  });
}
