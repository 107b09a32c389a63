import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Service types. */
export const serviceTypeMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'service_types', {
      key: ['service_type_id'],
      columns: `service_type_id uuid not null, name text not null, billing_method text not null, order_number integer not null, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
    });
    await sql.raw('create unique index service_types_name on service_types (tenant, lower(name))').execute(db);
    await sql.raw('create index service_types_created on service_types (tenant, created_at, service_type_id)').execute(db);
  },
};
