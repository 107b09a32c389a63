import type { ReplicaTable } from '@psa/postgres-kit';

export interface UserCopy {
  user_id: string;
  full_name: string;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  user_replicas: ReplicaTable<UserCopy>;
}
