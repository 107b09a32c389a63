import type { WorkItemType } from '@psa/contracts-time';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface TimeTemplatesTable {
  tenant: TenantColumn;
  template_id: string;
  user_id: string;
  template_name: string;
  work_item_type: WorkItemType;
  work_item_id: string | null;
  service_id: string | null;
  default_notes: string | null;
  is_active: boolean;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
