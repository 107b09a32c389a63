import type { BlobTables } from '@psa/blob-kit';
import type { AgentStatus, RmmIntegrationSettings, RmmSyncResult, RmmSyncStatus } from '@psa/contracts-assets';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';
import type { DeviceFacts } from './ports/rmm-connector.ts';
import type { ReplicaTables } from './replicas/replica.tables.ts';

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
  /** Whether anything shown with the asset was ever added to it. */
  has_belongings: Defaulted<boolean>;
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

export interface WarrantyNoticesTable {
  tenant: TenantColumn;
  asset_id: string;
  warranty_end_date: string;
  threshold_days: number;
  /** false for a threshold that was passed together with a nearer one. */
  was_told: boolean;
  noticed_at: TimestampColumn;
}

export interface MaintenanceSchedulesTable {
  tenant: TenantColumn;
  schedule_id: string;
  asset_id: string;
  schedule_type: string;
  frequency: string;
  frequency_interval: number;
  start_date: ColumnType<string, string, string>;
  end_date: NullableTimestampColumn;
  notes: string | null;
  assigned_to: string | null;
  is_active: boolean;
  schedule_config: JsonColumn<Record<string, unknown> | null>;
  last_maintenance: NullableTimestampColumn;
  next_maintenance: NullableTimestampColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface MaintenanceHistoryTable {
  tenant: TenantColumn;
  history_id: string;
  asset_id: string;
  schedule_id: string | null;
  maintenance_type: string;
  performed_by: string;
  performed_at: ColumnType<string, string, string>;
  duration_hours: number | null;
  cost: number | null;
  notes: string | null;
  parts_used: ColumnType<string[], string, string>;
  maintenance_data: JsonColumn<Record<string, unknown> | null>;
  description: string;
  created_at: TimestampColumn;
}

export interface DocumentsTable {
  tenant: TenantColumn;
  document_id: string;
  document_name: string;
  original_filename: string;
  mime_type: string;
  file_size: number;
  sha256: string;
  notes: string | null;
  client_id: string | null;
  uploaded_by: string;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface AssetDocumentsTable {
  tenant: TenantColumn;
  association_id: string;
  asset_id: string;
  document_id: string;
  notes: string | null;
  created_at: TimestampColumn;
}

export interface AssetRelationshipsTable {
  tenant: TenantColumn;
  relationship_id: string;
  asset_id: string;
  related_asset_id: string;
  relationship_type: string;
  parent_id: string | null;
  child_id: string | null;
  created_at: TimestampColumn;
}

export interface AssetAssociationsTable {
  tenant: TenantColumn;
  asset_id: string;
  entity_type: string;
  entity_id: string;
  relationship_type: string;
  notes: string | null;
  created_by: string;
  created_at: TimestampColumn;
}

export interface AssetNotesTable {
  tenant: TenantColumn;
  asset_id: string;
  document_id: string;
  document_name: string;
  block_data: JsonColumn<unknown>;
  is_linked: boolean;
  version: number;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface AssetSoftwareTable {
  tenant: TenantColumn;
  software_id: string;
  asset_id: string;
  name: string;
  publisher: string | null;
  category: string | null;
  software_type: string;
  version: string | null;
  install_date: NullableTimestampColumn;
  size_bytes: number | null;
  is_managed: boolean;
  is_security_relevant: boolean;
  first_seen_at: string;
  uninstalled_at: NullableTimestampColumn;
  identity: string;
}

export interface RmmIntegrationsTable {
  tenant: TenantColumn;
  provider: string;
  instance_url: string;
  sealed_api_key: string;
  is_active: boolean;
  settings: JsonColumn<RmmIntegrationSettings>;
  sync_status: RmmSyncStatus;
  sync_started_at: NullableTimestampColumn;
  last_sync_at: NullableTimestampColumn;
  last_full_sync_at: NullableTimestampColumn;
  last_error: string | null;
  last_result: JsonColumn<RmmSyncResult | null>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface RmmDevicesTable {
  tenant: TenantColumn;
  provider: string;
  external_device_id: string;
  asset_id: string | null;
  external_scope_id: string | null;
  display_name: string;
  agent_status: AgentStatus;
  last_seen_at: NullableTimestampColumn;
  facts: JsonColumn<DeviceFacts>;
  linked_at: NullableTimestampColumn;
  is_deleted: Defaulted<boolean>;
  version: VersionColumn;
  synced_at: string;
}

export interface RmmActionsTable {
  tenant: TenantColumn;
  action_id: string;
  asset_id: string;
  provider: string;
  external_device_id: string;
  kind: string;
  detail: string | null;
  outcome: string;
  message: string | null;
  requested_by: string;
  requested_at: TimestampColumn;
}

/** Tags of assets as the desk service tells of them. */
export interface AssetTagsTable {
  tenant: TenantColumn;
  tag_id: string;
  asset_id: string;
  tag_text: string;
  is_removed: boolean;
}

/** Every table of the service, by name. */
export interface Tables extends BlobTables, ReplicaTables {
  assets: AssetsTable;
  asset_changes: AssetChangesTable;
  warranty_notices: WarrantyNoticesTable;
  maintenance_schedules: MaintenanceSchedulesTable;
  maintenance_history: MaintenanceHistoryTable;
  documents: DocumentsTable;
  asset_documents: AssetDocumentsTable;
  asset_relationships: AssetRelationshipsTable;
  asset_associations: AssetAssociationsTable;
  asset_notes: AssetNotesTable;
  asset_software: AssetSoftwareTable;
  rmm_integrations: RmmIntegrationsTable;
  rmm_devices: RmmDevicesTable;
  rmm_actions: RmmActionsTable;
  asset_tags: AssetTagsTable;
}
