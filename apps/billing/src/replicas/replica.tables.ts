import type { ReplicaTable } from '@psa/postgres-kit';

export interface ClientCopy {
  client_id: string;
  client_name: string;
  is_inactive: boolean;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  client_replicas: ReplicaTable<ClientCopy>;
}
