import type { TenantColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface Replica {
  tenant: TenantColumn;
  is_deleted: Defaulted<boolean>;
  /** Of the fact that is known: older ones are ignored. */
  version: number;
}

export interface ClientReplicasTable extends Replica {
  client_id: string;
  client_name: string;
  is_inactive: boolean;
}

export interface LocationReplicasTable extends Replica {
  location_id: string;
  client_id: string;
  location_name: string | null;
  is_active: boolean;
}

export interface ContactReplicasTable extends Replica {
  contact_name_id: string;
  full_name: string;
  email: string;
  client_id: string | null;
  is_inactive: boolean;
}

export interface UserReplicasTable extends Replica {
  user_id: string;
  full_name: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  user_type: string;
  is_inactive: boolean;
}

export interface TeamReplicasTable extends Replica {
  team_id: string;
  team_name: string;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  client_replicas: ClientReplicasTable;
  location_replicas: LocationReplicasTable;
  contact_replicas: ContactReplicasTable;
  user_replicas: UserReplicasTable;
  team_replicas: TeamReplicasTable;
}
