import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const DATED =
  'version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';

/** Categories of tickets, a tree for each channel, and of services. */
export const categoriesMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'desk', 'ticket_categories', {
      key: ['category_id'],
      columns: `category_id uuid not null, category_name text not null, parent_category uuid, channel_id uuid not null,
        display_order integer not null, created_by uuid, ${DATED},
        foreign key (tenant, parent_category) references ticket_categories`,
    });
    await createTenantTable(db, 'desk', 'ticket_category_trees', {
      key: ['channel_id'],
      columns: 'channel_id uuid not null, version integer not null',
    });
    await createTenantTable(db, 'desk', 'service_categories', {
      key: ['category_id'],
      columns: `category_id uuid not null, category_name text not null, description text, is_active boolean not null,
        display_order integer not null, created_by uuid, updated_by uuid, ${DATED}`,
    });
    const root = "coalesce(parent_category, '00000000-0000-0000-0000-000000000000')";
    for (const index of [
      `unique index ticket_categories_name on ticket_categories (tenant, channel_id, ${root}, lower(category_name))`,
      'index ticket_categories_parent on ticket_categories (tenant, parent_category)',
      'unique index service_categories_name on service_categories (tenant, lower(category_name))',
    ])
      await sql.raw(`create ${index}`).execute(db);
  },
};
