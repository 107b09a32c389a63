import type { ReplicaTable, TenantColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

export interface ClientCopy {
  client_id: string;
  client_name: string;
  is_inactive: boolean;
  region_code: string | null;
  is_tax_exempt: boolean | null;
  payment_terms: string | null;
  billing_cycle: string | null;
  auto_invoice: boolean | null;
}

export interface LocationCopy {
  location_id: string;
  client_id: string;
  location_name: string | null;
  is_active: boolean;
  address_line1: string | null;
  address_line2: string | null;
  address_line3: string | null;
  city: string | null;
  state_province: string | null;
  postal_code: string | null;
  country_code: string | null;
  region_code: string | null;
  email: string | null;
  is_billing_address: boolean;
  is_default: boolean;
}

export interface AssetCopy {
  asset_id: string;
  client_id: string;
  asset_type: string;
  /** Whether it is in use and so counts as a device. */
  is_counted: boolean;
}

/** When an asset counted as a device of a client. */
export interface DeviceWindowsTable {
  tenant: TenantColumn;
  asset_id: string;
  starts_on: string;
  client_id: string;
  asset_type: string;
  /** Exclusive; null as long as it counts. */
  ends_on: string | null;
}

export interface TimeEntryCopy {
  entry_id: string;
  client_id: string | null;
  service_id: string;
  contract_line_id: string | null;
  user_id: string;
  work_date: string;
  start_time: string;
  end_time: string | null;
  /** Minutes. */
  billable_duration: number;
  /** Default rate of the service when the work was logged, in minor units an hour; null where it was not kept. */
  rate: number | null;
  tax_region: string | null;
  approval_status: string;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  client_replicas: ReplicaTable<ClientCopy>;
  time_entry_replicas: ReplicaTable<TimeEntryCopy> & {
    /** Whether an invoice bills it. */
    is_billed: Generated<boolean>;
    /** Why it is never to be billed; null of what is. */
    write_off_reason: Generated<string | null>;
    written_off_by: Generated<string | null>;
    written_off_at: Generated<string | null>;
  };
  location_replicas: ReplicaTable<LocationCopy>;
  asset_replicas: ReplicaTable<AssetCopy>;
  device_windows: DeviceWindowsTable;
}
