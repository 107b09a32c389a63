import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Approved work that is never to be billed, with why and by whom. */
export const writtenOffWorkMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw(
        `alter table time_entry_replicas add column write_off_reason text, add column written_off_by uuid,
         add column written_off_at timestamptz(3), add check (not (is_billed and write_off_reason is not null))`,
      )
      .execute(db);
  },
};
