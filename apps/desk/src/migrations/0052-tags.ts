import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Tags: their texts and colours by kind of entity, and which entities have them. */
export const tagsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'desk', 'tag_definitions', {
      key: ['definition_id'],
      columns: `definition_id uuid not null, tag_text text not null, tagged_type text not null, background_color text not null,
        text_color text not null, version integer not null default 1, created_at timestamptz(3) not null default now()`,
    });
    await createTenantTable(db, 'desk', 'tag_mappings', {
      key: ['tag_id'],
      columns: `tag_id uuid not null, definition_id uuid not null, tagged_type text not null, tagged_id uuid not null, created_by uuid,
        created_at timestamptz(3) not null default now(), foreign key (tenant, definition_id) references tag_definitions on delete cascade`,
    });
    await createTenantTable(db, 'desk', 'tagged_entities', {
      key: ['tagged_type', 'tagged_id'],
      columns: 'tagged_type text not null, tagged_id uuid not null, version integer not null',
    });
    for (const index of [
      'unique index tag_definitions_text on tag_definitions (tenant, tagged_type, tag_text)',
      'unique index tag_mappings_entity on tag_mappings (tenant, tagged_type, tagged_id, definition_id)',
      'index tag_mappings_definition on tag_mappings (tenant, definition_id)',
      'index tag_mappings_created on tag_mappings (tenant, created_at, tag_id)',
    ])
      await sql.raw(`create ${index}`).execute(db);
  },
};
