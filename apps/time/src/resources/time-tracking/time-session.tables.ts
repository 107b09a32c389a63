import type { WorkItemType } from '@psa/contracts-time';
import type { TenantColumn } from '@psa/postgres-kit';

export interface TimeSessionsTable {
  tenant: TenantColumn;
  session_id: string;
  user_id: string;
  work_item_type: WorkItemType;
  work_item_id: string | null;
  service_id: string;
  notes: string | null;
  start_time: string;
}
