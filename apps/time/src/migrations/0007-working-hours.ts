import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** The service of work that names none, and how long people are to work from a day on. */
export const workingHoursMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table time_settings add column default_service_id uuid').execute(db);
    await createTenantTable(db, 'time', 'working_hours', {
      key: ['working_hours_id'],
      columns: `working_hours_id uuid not null, user_id uuid not null, effective_from date not null, minutes_by_weekday integer[] not null,
        created_by uuid not null, created_at timestamptz(3) not null default now(),
        constraint working_hours_person unique (tenant, user_id, effective_from)`,
    });
  },
};
