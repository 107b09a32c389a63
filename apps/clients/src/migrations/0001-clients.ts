import { createKitTables, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Clients with their locations, and the copies of users that account managers are named by. */
export const clientsMigration: Migration = {
  async up(db: MigrationDb) {
    await createKitTables(db, 'clients');
    await createTenantTable(db, 'clients', 'user_replicas', {
      key: ['user_id'],
      columns: 'user_id uuid not null, full_name text not null, is_deleted boolean not null default false, version integer not null',
    });
    await createTenantTable(db, 'clients', 'clients', {
      key: ['client_id'],
      columns: `client_id uuid not null, client_name text not null, billing_cycle text not null, phone_no text, email text, url text not null, address text,
        client_type text, tax_id_number text, notes text, properties jsonb, payment_terms text, credit_limit bigint, preferred_payment_method text,
        auto_invoice boolean not null, invoice_delivery_method text, region_code text, is_tax_exempt boolean not null, tax_exemption_certificate text,
        timezone text, invoice_template_id uuid, billing_contact_id uuid, billing_email text, account_manager_id uuid, is_inactive boolean not null,
        tags text[] not null, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
    });
    await sql.raw('create unique index clients_name on clients (tenant, lower(client_name))').execute(db);
    await sql.raw('create index clients_created on clients (tenant, created_at, client_id)').execute(db);
    await createTenantTable(db, 'clients', 'client_locations', {
      key: ['location_id'],
      columns: `location_id uuid not null, client_id uuid not null, location_name text, address_line1 text not null, address_line2 text, address_line3 text,
        city text not null, state_province text, postal_code text, country_code text not null, country_name text not null, region_code text,
        is_billing_address boolean not null, is_shipping_address boolean not null, is_default boolean not null, phone text, fax text, email text, notes text,
        is_active boolean not null, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
        check (is_active or not is_default), foreign key (tenant, client_id) references clients on delete cascade`,
    });
    await sql.raw('create index client_locations_client on client_locations (tenant, client_id, created_at, location_id)').execute(db);
    // The actions see to it under the client's lock; this holds it whatever they do.
    await sql.raw('create unique index client_locations_default on client_locations (tenant, client_id) where is_default').execute(db);
  },
};
