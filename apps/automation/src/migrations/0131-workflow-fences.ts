import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Each run of an execution has an id of its own; restarts, items, and jobs that wait for a time are found without reading all of them. */
export const workflowFencesMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  'alter table workflow_executions add column run_id uuid, add column wake_at timestamptz(3)',
  'alter table workflow_fan_outs add column held integer not null default 0',
  'alter table workflow_tasks add column event_id uuid',
  `create index workflow_executions_items on workflow_executions (tenant, parent_execution_id, parent_since, item_index)
    where parent_execution_id is not null`,
  'drop index workflow_executions_children',
  'create index workflow_executions_restarts on workflow_executions (tenant, restart_of) where restart_of is not null',
];
