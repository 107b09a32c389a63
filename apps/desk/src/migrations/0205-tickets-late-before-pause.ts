import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** When an open ticket is overdue; null while it is not going to be. A pause that began past the target does not take that back. */
const DUE = 'least(due_date, case when sla_paused_since is null or sla_paused_since > resolution_due_at then resolution_due_at end)';

/** The index that overdue tickets are counted by, with those that were late before their clock paused. */
export const lateBeforePauseMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      'drop index tickets_overdue',
      `create index tickets_overdue on tickets (tenant, (${DUE})) include (due_date, sla_paused_since, resolution_due_at) where not is_closed`,
    ])
      await sql.raw(statement).execute(db);
  },
};
