import type { TenantColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

export interface ClientReplicasTable {
  tenant: TenantColumn;
  client_id: string;
  client_name: string;
  is_inactive: boolean;
  is_deleted: Generated<boolean>;
  version: number;
}
