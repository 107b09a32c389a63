import { createIndexConcurrently, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/**
 * In an order of their own behind the event: who looks for the first of those that wait for an event then does so by the index. Without
 * an order, Postgres reads a table whose rows mostly wait for one event from its beginning, because the first row would do.
 */
export const listenersInOrderMigration: Migration = {
  outside: [
    createIndexConcurrently({
      name: 'automation_rules_of_event',
      definition: "on automation_rules (tenant, event_type, rule_id) where status = 'active' and event_type is not null",
    }),
    createIndexConcurrently({
      name: 'workflow_triggers_of_event',
      definition: 'on workflow_triggers (tenant, event_type, trigger_id) where is_active and event_type is not null',
    }),
    createIndexConcurrently({
      name: 'workflow_listens_of_event',
      definition: 'on workflow_listens (tenant, event_name, execution_id)',
    }),
  ],
  async up(db: MigrationDb) {
    for (const former of ['automation_rules_event', 'workflow_triggers_event', 'workflow_listens_event'])
      await sql.raw(`drop index if exists ${former}`).execute(db);
  },
};
