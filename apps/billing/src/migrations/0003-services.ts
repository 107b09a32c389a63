import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Services. */
export const serviceMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'services', {
      key: ['service_id'],
      columns: `service_id uuid not null, service_name text not null, custom_service_type_id uuid not null, billing_method text not null,
        default_rate bigint not null check (default_rate >= 0), unit_of_measure text not null, item_kind text not null, is_active boolean not null,
        category_id uuid, tax_rate_id uuid, description text, sku text, prices jsonb not null, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(), foreign key (tenant, custom_service_type_id) references service_types, foreign key (tenant, tax_rate_id) references tax_rates`,
    });
    await sql.raw('create unique index services_sku on services (tenant, sku)').execute(db);
    await sql.raw('create index services_category on services (tenant, category_id)').execute(db);
    await sql.raw('create index services_type on services (tenant, custom_service_type_id)').execute(db);
    await sql.raw('create index services_tax_rate on services (tenant, tax_rate_id)').execute(db);
    await sql.raw('create index services_created on services (tenant, created_at, service_id)').execute(db);
  },
};
