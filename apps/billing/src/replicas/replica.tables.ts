import type { ReplicaTable } from '@psa/postgres-kit';

export interface ClientCopy {
  client_id: string;
  client_name: string;
  is_inactive: boolean;
  region_code: string | null;
  is_tax_exempt: boolean | null;
  payment_terms: string | null;
}

export interface TimeEntryCopy {
  entry_id: string;
  client_id: string | null;
  service_id: string;
  contract_line_id: string | null;
  user_id: string;
  work_date: string;
  start_time: string;
  /** Minutes. */
  billable_duration: number;
  tax_region: string | null;
  approval_status: string;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  client_replicas: ReplicaTable<ClientCopy>;
  time_entry_replicas: ReplicaTable<TimeEntryCopy>;
}
