import type { TenantColumn, TimestampColumn } from '@psa/postgres-kit';

/** The slug and state of the tenant itself; its id is the row's tenant. */
export interface TenantReplicasTable {
  tenant: TenantColumn;
  slug: string;
  is_suspended: boolean;
  version: number;
  updated_at: TimestampColumn;
}

/** Every table of the service, by name. */
export interface Tables {
  tenant_replicas: TenantReplicasTable;
}
