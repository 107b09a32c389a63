import { createTenantTable, type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What was begun in other services for rows that are about to be written here. */
export const outsideStepsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'desk', 'outside_steps', {
      key: ['step_id'],
      columns: `step_id uuid not null, details jsonb not null, actor jsonb not null, is_given_up boolean not null default false,
        noted_at timestamptz(3) not null default now()`,
    });
    await sql.raw('create index outside_steps_noted on outside_steps (noted_at)').execute(db);
    await openToWorker(db, 'desk', 'outside_steps', 'select (tenant, step_id, noted_at)');
  },
};
