import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Waits for an event are read a page at a time, and triggers know who is responsible for them. */
export const workflowWaitsMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  'create index workflow_waits_match on workflow_waits (tenant, event_name, match_path, match_value, execution_id, token)',
  'drop index workflow_waits_event',
  'alter table workflow_triggers add column runs_as uuid',
];
