import type { RequestContext } from '@psa/postgres-kit';

/** A client as its own service knows it. */
export interface ClientFacts {
  readonly client_id: string;
  readonly client_name: string;
  readonly is_inactive: boolean;
  readonly email?: string | null | undefined;
  readonly phone_no?: string | null | undefined;
  readonly version: number;
  readonly locations: readonly { location_id: string; location_name: string | null; is_active: boolean }[];
}

/** A contact as its own service knows it. */
export interface ContactFacts {
  readonly contact_name_id: string;
  readonly full_name: string;
  readonly email: string;
  readonly client_id: string | null;
  readonly is_inactive: boolean;
  readonly version: number;
}

/** A user as identity knows them. */
export interface UserFacts {
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly user_type: string;
  readonly is_inactive: boolean;
  readonly version: number;
}

/** A team as identity knows it. */
export interface TeamFacts {
  readonly team_id: string;
  readonly team_name: string;
  readonly version: number;
}

/**
 * Where what other services own is looked up while its copy has not arrived.
 * Each method gives null when the tenant has no such row, and throws SERVICE_UNAVAILABLE when the service does not answer.
 */
export interface Directory {
  client(context: RequestContext, clientId: string): Promise<ClientFacts | null>;
  contact(context: RequestContext, contactId: string): Promise<ContactFacts | null>;
  user(context: RequestContext, userId: string): Promise<UserFacts | null>;
  team(context: RequestContext, teamId: string): Promise<TeamFacts | null>;
}
