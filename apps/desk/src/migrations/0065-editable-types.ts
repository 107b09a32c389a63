import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Types of tasks and interactions are changed, and tasks counted by their type before it is deleted. */
export const editableTypesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw('alter table reference_types add version integer not null default 1, add updated_at timestamptz(3) not null default now()')
      .execute(db);
    await sql.raw('create unique index reference_types_name on reference_types (tenant, kind, lower(type_name))').execute(db);
    await sql.raw('create index project_tasks_type on project_tasks (tenant, task_type_key)').execute(db);
  },
};
