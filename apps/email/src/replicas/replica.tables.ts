import type { ReplicaTable, TenantColumn } from '@psa/postgres-kit';

export interface ContactCopy {
  contact_name_id: string;
  full_name: string;
  /** In lower case. */
  email: string;
  domain: string;
  client_id: string | null;
  is_inactive: boolean;
}

export interface UserCopy {
  user_id: string;
  /** In lower case; empty once the user is gone. */
  email: string;
  user_name: string | null;
  is_internal: boolean;
  is_inactive: boolean;
}

export interface TenantReplicasTable {
  tenant: TenantColumn;
  tenant_ref: string;
  name: string | null;
  is_suspended: boolean;
  version: number;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  contact_replicas: ReplicaTable<ContactCopy>;
  user_replicas: ReplicaTable<UserCopy>;
  tenant_replicas: TenantReplicasTable;
}
