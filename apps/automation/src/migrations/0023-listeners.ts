import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Lets the worker see which tenants listen to an event, of many tenants at once. */
export const listenersMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('grant select (event_type) on automation_rules to psa_automation_worker').execute(db);
    await sql.raw('grant select (is_active, event_types) on webhooks to psa_automation_worker').execute(db);
  },
};
