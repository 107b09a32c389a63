import type { ReplicaTable, TenantColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

export interface ClientCopy {
  client_id: string;
  client_name: string;
  is_inactive: boolean;
  email: string | null;
  phone_no: string | null;
}

export interface LocationCopy {
  location_id: string;
  /** null of a location that was gone before anything else was heard of it. */
  client_id: string | null;
  location_name: string | null;
  is_active: boolean;
}

export interface ContactCopy {
  contact_name_id: string;
  full_name: string;
  email: string;
  client_id: string | null;
  is_inactive: boolean;
}

/** Beside the copy, which is gone then. */
export interface MergedContact {
  /** The contact it was merged into. */
  merged_into: Generated<string | null>;
}

export interface UserCopy {
  user_id: string;
  full_name: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  user_type: string;
  is_inactive: boolean;
}

export interface TeamCopy {
  team_id: string;
  team_name: string;
}

/** Who is in a team; a row stays when somebody left, so that an older event does not bring them back. */
export interface TeamMembersTable {
  tenant: TenantColumn;
  team_id: string;
  user_id: string;
  is_member: boolean;
  version: number;
}

/** Copies of what other services own. */
export interface ReplicaTables {
  team_members: TeamMembersTable;
  client_replicas: ReplicaTable<ClientCopy>;
  location_replicas: ReplicaTable<LocationCopy>;
  contact_replicas: ReplicaTable<ContactCopy> & MergedContact;
  user_replicas: ReplicaTable<UserCopy>;
  team_replicas: ReplicaTable<TeamCopy>;
}
