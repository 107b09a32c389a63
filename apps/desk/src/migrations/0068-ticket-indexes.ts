import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const DUE = 'least(due_date, case when sla_paused_since is null then resolution_due_at end)';

/** Indexes of tickets that are no way to some by their ids, and that overdue ones are counted by without a look at the rows. */
export const ticketIndexesMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      // With the ids in it, it was taken for a way to some tickets by their ids, and all of the channel was read.
      'drop index tickets_channel',
      'create index tickets_channel on tickets (tenant, channel_id, updated_at)',
      'drop index tickets_overdue',
      `create index tickets_overdue on tickets (tenant, (${DUE})) include (due_date, sla_paused_since, resolution_due_at) where not is_closed`,
    ])
      await sql.raw(statement).execute(db);
  },
};
