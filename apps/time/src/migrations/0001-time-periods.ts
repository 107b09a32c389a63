import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Time periods: the end is exclusive. That two do not overlap is kept by a lock of the tenant. */
export const timePeriodMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'time', 'time_periods', {
      key: ['period_id'],
      columns: `period_id uuid not null, start_date date not null, end_date date not null check (start_date < end_date),
        version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
    });
    await sql.raw('create unique index time_periods_start on time_periods (tenant, start_date)').execute(db);
    await sql.raw('create index time_periods_end on time_periods (tenant, end_date, period_id)').execute(db);
    await sql.raw('create index time_periods_created on time_periods (tenant, created_at, period_id)').execute(db);
  },
};
