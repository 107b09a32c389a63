import type { TenantColumn } from '@psa/postgres-kit';

export interface ContactReplicasTable {
  tenant: TenantColumn;
  contact_name_id: string;
  full_name: string;
  /** In lower case. */
  email: string;
  domain: string;
  client_id: string | null;
  is_inactive: boolean;
  is_deleted: boolean;
  version: number;
}

export interface UserReplicasTable {
  tenant: TenantColumn;
  user_id: string;
  /** In lower case; empty once the user is gone. */
  email: string;
  user_name: string | null;
  is_internal: boolean;
  is_inactive: boolean;
  version: number;
}

export interface TenantReplicasTable {
  tenant: TenantColumn;
  tenant_ref: string;
  name: string | null;
  is_suspended: boolean;
  version: number;
}
