import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Remembers who was shut out because their client became inactive. */
export const portalUsersMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw(
        'alter table users add column inactive_with_client boolean not null default false check (is_inactive or not inactive_with_client)',
      )
      .execute(db);
  },
};
