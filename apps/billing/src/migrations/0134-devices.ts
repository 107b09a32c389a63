import { createReplicaTable, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Devices that are counted, locations that are taxed, and hours that cost more. */
export const devicesMigration: Migration = {
  async up(db: MigrationDb) {
    await createReplicaTable(
      db,
      'billing',
      'location_replicas',
      'location_id',
      `location_id uuid not null, client_id uuid not null, location_name text, is_active boolean not null, address_line1 text, address_line2 text,
       address_line3 text, city text, state_province text, postal_code text, country_code text, region_code text, email text,
       is_billing_address boolean not null, is_default boolean not null`,
    );
    await createReplicaTable(
      db,
      'billing',
      'asset_replicas',
      'asset_id',
      'asset_id uuid not null, client_id uuid not null, asset_type text not null, is_counted boolean not null',
    );
    await createTenantTable(db, 'billing', 'device_windows', {
      key: ['asset_id', 'starts_on'],
      columns:
        'asset_id uuid not null, starts_on date not null, client_id uuid not null, asset_type text not null, ends_on date, check (ends_on > starts_on)',
      indexes: { device_windows_client: '(tenant, client_id, starts_on)' },
    });
    for (const statement of [
      'create index location_replicas_client on location_replicas (tenant, client_id)',
      'alter table client_replicas add column billing_cycle text, add column auto_invoice boolean',
      'alter table time_entry_replicas add column end_time timestamptz(3)',
      'alter table contract_lines add column location_id uuid',
      'alter table invoice_items add column location_id uuid',
      'alter table invoices add column bill_to jsonb',
      'alter table billing_settings add column business_hours jsonb',
      "alter table invoice_sources add column also_on uuid[] not null default '{}'",
      "alter table billed_periods add column part text not null default ''",
      'alter table billed_periods drop constraint billed_periods_pkey, add primary key (tenant, client_contract_line_id, period_start, part)',
    ])
      await sql.raw(statement).execute(db);
  },
};
