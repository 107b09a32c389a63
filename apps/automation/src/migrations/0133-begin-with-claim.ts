import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Lets the worker begin an execution as it takes it. */
export const beginWithClaimMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('grant select (round, deadline_at) on automation_executions to psa_automation_worker').execute(db);
    await sql
      .raw('grant update (status, is_gathering, started_at, deadline_at, updated_at) on automation_executions to psa_automation_worker')
      .execute(db);
  },
};
