import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Tax rates. */
export const taxRateMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'tax_rates', {
      key: ['tax_rate_id'],
      columns: `tax_rate_id uuid not null, region_code text not null, tax_percentage numeric(7,4) not null, description text,
        start_date date not null, end_date date, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(), check (end_date > start_date)`,
    });
    await sql.raw('create index tax_rates_region on tax_rates (tenant, region_code, start_date)').execute(db);
    await createTenantTable(db, 'billing', 'number_series', { key: ['name'], columns: 'name text not null, last_number bigint not null' });
    await sql.raw('create index tax_rates_created on tax_rates (tenant, created_at, tax_rate_id)').execute(db);
  },
};
