import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface TagDefinitionsTable {
  tenant: TenantColumn;
  definition_id: string;
  tag_text: string;
  tagged_type: string;
  background_color: string;
  text_color: string;
  version: VersionColumn;
  created_at: TimestampColumn;
}

export interface TagMappingsTable {
  tenant: TenantColumn;
  tag_id: string;
  definition_id: string;
  tagged_type: string;
  tagged_id: string;
  created_by: string | null;
  created_at: TimestampColumn;
}

/** Version of the tags that the owner of an entity last told of. */
export interface TaggedEntitiesTable {
  tenant: TenantColumn;
  tagged_type: string;
  tagged_id: string;
  version: number;
}

export interface TagTables {
  tag_definitions: TagDefinitionsTable;
  tag_mappings: TagMappingsTable;
  tagged_entities: TaggedEntitiesTable;
}
