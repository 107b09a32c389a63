import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** Every event of every domain, in one order for each tenant. */
export const eventFeedMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'automation', 'feed_heads', {
      key: ['feed'],
      columns: 'feed text not null, first_position bigint not null, last_position bigint not null',
      workerGrants: 'select',
    });
    await createTenantTable(db, 'automation', 'feed_events', {
      key: ['position'],
      columns: `position bigint not null, event_id uuid not null, event_type text not null, client_id uuid, event text not null,
        recorded_at timestamptz(3) not null`,
    });
  },
};
