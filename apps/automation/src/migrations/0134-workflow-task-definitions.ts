import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Tasks name the definition they are made of, where another system keeps such definitions. */
export const workflowTaskDefinitionsMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw('alter table workflow_tasks add column tenant_task_definition_id uuid, add column system_task_definition_task_type text')
      .execute(db);
  },
};
