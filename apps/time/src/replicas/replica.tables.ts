import type { ReplicaTable } from '@psa/postgres-kit';

export interface UserCopy {
  user_id: string;
  full_name: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  user_type: string;
  /** IANA zone; null for who has none. */
  timezone: string | null;
  is_inactive: boolean;
}

export interface ClientCopy {
  client_id: string;
  client_name: string;
  is_inactive: boolean;
}

export interface TicketCopy {
  ticket_id: string;
  title: string;
  ticket_number: string;
  client_id: string | null;
  /** null in a copy from before channels were kept. */
  channel_id: string | null;
}

export interface TaskCopy {
  task_id: string;
  task_name: string;
  project_id: string | null;
  project_name: string;
  client_id: string | null;
}

export interface ServiceCopy {
  service_id: string;
  service_name: string;
  billing_method: string;
  /** Minor units. */
  default_rate: number;
  is_active: boolean;
}

export interface ContractLineCopy {
  contract_line_id: string;
  contract_line_name: string;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  user_replicas: ReplicaTable<UserCopy>;
  client_replicas: ReplicaTable<ClientCopy>;
  ticket_replicas: ReplicaTable<TicketCopy>;
  task_replicas: ReplicaTable<TaskCopy>;
  service_replicas: ReplicaTable<ServiceCopy>;
  contract_line_replicas: ReplicaTable<ContractLineCopy>;
}
