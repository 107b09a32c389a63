import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** The software found on assets, and the connections to remote monitoring with the devices known there. */
export const softwareRmmMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'assets', 'asset_software', {
      key: ['software_id'],
      columns: `software_id uuid not null, asset_id uuid not null, name text not null, publisher text, category text, software_type text not null,
        version text, install_date timestamptz(3), size_bytes bigint, is_managed boolean not null, is_security_relevant boolean not null,
        first_seen_at timestamptz(3) not null, uninstalled_at timestamptz(3), identity text not null, unique (tenant, asset_id, identity),
        foreign key (tenant, asset_id) references assets on delete cascade`,
    });
    await sql.raw('create index asset_software_asset on asset_software (tenant, asset_id, name, software_id)').execute(db);
    await sql
      .raw('create index asset_software_fleet on asset_software (tenant, name, software_id) where uninstalled_at is null')
      .execute(db);

    await createTenantTable(db, 'assets', 'rmm_integrations', {
      key: ['provider'],
      // The key is sealed: only the service can open it, and only in this row.
      columns: `provider text not null, instance_url text not null, sealed_api_key text not null, is_active boolean not null,
        settings jsonb not null, sync_status text not null, sync_started_at timestamptz(3), last_sync_at timestamptz(3),
        last_full_sync_at timestamptz(3), last_error text, last_result jsonb, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
      // The schedule looks for integrations that are due across tenants.
      workerGrants: 'select',
    });
    await createTenantTable(db, 'assets', 'rmm_devices', {
      key: ['provider', 'external_device_id'],
      // A device whose asset was deleted stays known, so that the next synchronisation does not bring the asset back.
      columns: `provider text not null, external_device_id text not null, asset_id uuid, external_scope_id text, display_name text not null,
        agent_status text not null, last_seen_at timestamptz(3), facts jsonb not null, linked_at timestamptz(3), is_deleted boolean not null default false,
        version integer not null default 1, synced_at timestamptz(3) not null,
        foreign key (tenant, provider) references rmm_integrations on delete cascade,
        foreign key (tenant, asset_id) references assets on delete set null (asset_id)`,
    });
    await sql.raw('create index rmm_devices_asset on rmm_devices (tenant, asset_id) where asset_id is not null').execute(db);
    await sql.raw('create index assets_serial on assets (tenant, lower(serial_number)) where serial_number is not null').execute(db);
    await createTenantTable(db, 'assets', 'rmm_actions', {
      key: ['action_id'],
      columns: `action_id uuid not null, asset_id uuid not null, provider text not null, external_device_id text not null, kind text not null,
        detail text, outcome text not null, message text, requested_by text not null, requested_at timestamptz(3) not null default now()`,
      // A trail of who did what to which device: it is only ever written on, and outlives the asset.
      grants: 'select, insert, update (outcome, message)',
    });
    await sql.raw('create index rmm_actions_asset on rmm_actions (tenant, asset_id, requested_at, action_id)').execute(db);
  },
};
