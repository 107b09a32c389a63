import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** However many executions of a rule wait: those that have a slot are counted, and the next to get one found, by a few steps in an index. */
export const slotsMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw(
        `create index automation_executions_slots on automation_executions (tenant, rule_id, has_slot) where status in ('pending', 'running')`,
      )
      .execute(db);
    await sql.raw('drop index automation_executions_open').execute(db);
    await sql
      .raw(
        `create index automation_executions_turns on automation_executions (tenant, rule_id, priority desc, due_at)
      where not has_slot and follows is null and status = 'pending'`,
      )
      .execute(db);
    await sql.raw('drop index automation_executions_waiting').execute(db);
  },
};
