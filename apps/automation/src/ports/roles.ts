import type { RequestContext } from '@psa/postgres-kit';

/** The roles people have, by which tasks find them. */
export interface Roles {
  /** Ids of a user's current roles. @throws SERVICE_UNAVAILABLE when identity does not answer */
  rolesOf(context: RequestContext, userId: string): Promise<readonly string[]>;
}
