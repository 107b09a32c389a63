import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const SERVICE = 'identity';

/** How many internal users a tenant has a licence for, and every event by which the billing system has ever said so. */
export const licencesMigration: Migration = {
  async up(db: MigrationDb) {
    // A tenant without a row has any number. Whoever takes a seat locks the row.
    await createTenantTable(db, SERVICE, 'licences', {
      key: ['kind'],
      columns: `kind text not null check (kind = 'internal_user'), license_count integer not null check (license_count >= 0), occurred_at timestamptz(3),
        version integer not null default 1, updated_at timestamptz(3) not null default now(), foreign key (tenant) references tenants`,
      grants: 'select, insert, update',
    });
    await createTenantTable(db, SERVICE, 'licence_events', {
      key: ['event_id'],
      columns: `event_id text not null, license_count integer not null, occurred_at timestamptz(3), applied boolean not null,
        received_at timestamptz(3) not null default now(), foreign key (tenant) references tenants`,
      grants: 'select, insert',
    });
    await sql
      .raw('comment on table licence_events is $$kept for ever: an event takes effect once, however late it comes again$$')
      .execute(db);
  },
};
