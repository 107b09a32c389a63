import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Open projects and tasks are counted by who does them before a user is deleted. */
export const workOfUsersMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('create index projects_assignee on projects (tenant, assigned_to) where assigned_to is not null').execute(db);
    await sql.raw('create index project_tasks_assignee on project_tasks (tenant, assigned_to) where assigned_to is not null').execute(db);
  },
};
