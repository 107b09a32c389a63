import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

export interface AssetsTable {
  tenant: TenantColumn;
  asset_id: string;
  client_id: string;
  asset_type: string;
  asset_tag: string;
  name: string;
  status: string;
  location_id: string | null;
  location: string | null;
  serial_number: string | null;
  purchase_date: NullableTimestampColumn;
  warranty_end_date: NullableTimestampColumn;
  purchase_price: number | null;
  extension_data: JsonColumn<Record<string, unknown> | null>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface AssetChangesTable {
  tenant: TenantColumn;
  change_id: string;
  asset_id: string;
  changed_by: string;
  changes: JsonColumn<Record<string, { previous: unknown; new: unknown }>>;
  changed_at: TimestampColumn;
}

export interface ClientReplicasTable {
  tenant: TenantColumn;
  client_id: string;
  client_name: string;
  is_inactive: boolean;
  is_deleted: Defaulted<boolean>;
  version: number;
}

export interface LocationReplicasTable {
  tenant: TenantColumn;
  location_id: string;
  client_id: string;
  location_name: string | null;
  is_active: boolean;
  is_deleted: Defaulted<boolean>;
  version: number;
}

/** Every table of the service, by name. */
export interface Tables {
  assets: AssetsTable;
  asset_changes: AssetChangesTable;
  client_replicas: ClientReplicasTable;
  location_replicas: LocationReplicasTable;
}
