import type { ReplicaTable } from '@psa/postgres-kit';

export interface ContactCopy {
  contact_id: string;
  client_id: string | null;
  is_inactive: boolean;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  contact_replicas: ReplicaTable<ContactCopy>;
}
