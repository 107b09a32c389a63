import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What assets are to each other, the tickets they are linked to with the copies those are shown with, and their notes. */
export const relationshipsTicketsNotesMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'assets', 'asset_relationships', {
      key: ['relationship_id'],
      // Types that form a hierarchy have both a parent and a child; the others have neither.
      columns: `relationship_id uuid not null, asset_id uuid not null, related_asset_id uuid not null, relationship_type text not null,
        parent_id uuid, child_id uuid, created_at timestamptz(3) not null default now(), check (asset_id <> related_asset_id),
        foreign key (tenant, asset_id) references assets on delete cascade,
        foreign key (tenant, related_asset_id) references assets on delete cascade`,
    });
    await sql
      .raw(
        `create unique index asset_relationships_once on asset_relationships (tenant, asset_id, related_asset_id, lower(relationship_type))`,
      )
      .execute(db);
    await sql.raw('create index asset_relationships_related on asset_relationships (tenant, related_asset_id)').execute(db);
    await sql
      .raw('create index asset_relationships_parent on asset_relationships (tenant, parent_id) where parent_id is not null')
      .execute(db);

    await createTenantTable(db, 'assets', 'ticket_replicas', {
      key: ['ticket_id'],
      columns: `ticket_id uuid not null, ticket_number text, title text, status_id uuid, status_name text, is_closed boolean not null,
        priority_id uuid, assigned_to uuid, client_id uuid, channel_id uuid, entered_at timestamptz(3), updated_at timestamptz(3),
        is_deleted boolean not null default false, version integer not null`,
    });
    await createTenantTable(db, 'assets', 'asset_associations', {
      key: ['asset_id', 'entity_type', 'entity_id'],
      columns: `asset_id uuid not null, entity_type text not null, entity_id uuid not null, relationship_type text not null, notes text,
        created_by text not null, created_at timestamptz(3) not null default now(),
        foreign key (tenant, asset_id) references assets on delete cascade`,
    });
    await sql
      .raw('create index asset_associations_entity on asset_associations (tenant, entity_type, entity_id, created_at, asset_id)')
      .execute(db);

    await createTenantTable(db, 'assets', 'asset_notes', {
      key: ['asset_id'],
      columns: `asset_id uuid not null, document_id uuid not null, document_name text not null, block_data jsonb, is_linked boolean not null,
        version integer not null, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
        foreign key (tenant, asset_id) references assets on delete cascade`,
    });
  },
};
