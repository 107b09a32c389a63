import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export type ReferenceTypeKind = 'task' | 'interaction';

export interface ReferenceTypesTable {
  tenant: TenantColumn;
  type_id: string;
  kind: ReferenceTypeKind;
  type_key: string;
  type_name: string;
  color: string | null;
  icon: string | null;
  display_order: number;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** The tables of types. */
export interface ReferenceTypeTables {
  reference_types: ReferenceTypesTable;
}
