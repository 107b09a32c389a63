import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Statuses of projects are known by a word, whatever they are called, and have versions for their events. */
export const projectStatusWordsMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      'alter table project_statuses add version integer not null default 1, add word text',
      `update project_statuses set word = case lower(status_name) when 'planned' then 'planning' when 'in progress' then 'in_progress'
        when 'on hold' then 'on_hold' when 'completed' then 'completed' when 'cancelled' then 'cancelled' end`,
      'create unique index project_statuses_word on project_statuses (tenant, word) where word is not null',
    ])
      await sql.raw(statement).execute(db);
  },
};
