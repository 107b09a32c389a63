import { createKitTables, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Assets, and the copies of clients and locations they are checked and shown with. */
export const assetsMigration: Migration = {
  async up(db: MigrationDb) {
    await createKitTables(db, 'assets');
    await createTenantTable(db, 'assets', 'client_replicas', {
      key: ['client_id'],
      columns:
        'client_id uuid not null, client_name text not null, is_inactive boolean not null, is_deleted boolean not null default false, version integer not null',
    });
    await createTenantTable(db, 'assets', 'location_replicas', {
      key: ['location_id'],
      columns: `location_id uuid not null, client_id uuid not null, location_name text, is_active boolean not null,
        is_deleted boolean not null default false, version integer not null`,
    });
    await createTenantTable(db, 'assets', 'assets', {
      key: ['asset_id'],
      columns: `asset_id uuid not null, client_id uuid not null, asset_type text not null, asset_tag text not null, name text not null,
        status text not null, location_id uuid, location text, serial_number text, purchase_date timestamptz(3), warranty_end_date timestamptz(3),
        purchase_price numeric(14, 2), extension_data jsonb, has_belongings boolean not null default false, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
      // The daily scan looks for warranties across tenants.
      workerGrants: 'select',
    });
    await sql.raw('create index assets_created on assets (tenant, created_at, asset_id)').execute(db);
    await sql.raw('create index assets_client on assets (tenant, client_id)').execute(db);
    await sql.raw('create index assets_warranty on assets (warranty_end_date) where warranty_end_date is not null').execute(db);
    await createTenantTable(db, 'assets', 'asset_changes', {
      key: ['change_id'],
      columns: `change_id uuid not null, asset_id uuid not null, changed_by text not null, changes jsonb not null,
        changed_at timestamptz(3) not null default now(), foreign key (tenant, asset_id) references assets on delete cascade`,
    });
    await sql.raw('create index asset_changes_asset on asset_changes (tenant, asset_id, changed_at)').execute(db);
  },
};
