import type { ReplicaTable } from '@psa/postgres-kit';

export interface ClientCopy {
  client_id: string;
  client_name: string;
  is_inactive: boolean;
  region_code: string | null;
  is_tax_exempt: boolean | null;
  payment_terms: string | null;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  client_replicas: ReplicaTable<ClientCopy>;
}
