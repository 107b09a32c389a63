import type { ReplicaTable } from '@psa/postgres-kit';

export interface ClientCopy {
  client_id: string;
  client_name: string;
  is_inactive: boolean;
}

export interface LocationCopy {
  location_id: string;
  /** null of a location that was gone before anything else was heard of it. */
  client_id: string | null;
  location_name: string | null;
  is_active: boolean;
}

export interface TicketCopy {
  ticket_id: string;
  ticket_number: string | null;
  title: string | null;
  status_id: string | null;
  status_name: string | null;
  is_closed: boolean;
  priority_id: string | null;
  assigned_to: string | null;
  client_id: string | null;
  channel_id: string | null;
  entered_at: string | null;
  updated_at: string | null;
}

export interface UserCopy {
  user_id: string;
  user_name: string | null;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  client_replicas: ReplicaTable<ClientCopy>;
  location_replicas: ReplicaTable<LocationCopy>;
  ticket_replicas: ReplicaTable<TicketCopy>;
  user_replicas: ReplicaTable<UserCopy>;
}
