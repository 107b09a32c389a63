import type { RequestContext } from '@psa/postgres-kit';

/** The roles people have, by which tasks find them. */
export interface Roles {
  /** Ids of a user's current roles. @throws SERVICE_UNAVAILABLE when identity does not answer */
  rolesOf(context: RequestContext, userId: string): Promise<readonly string[]>;
  /** Those of some ids that no role of the tenant has. @throws SERVICE_UNAVAILABLE when identity does not answer */
  unknownOf(context: RequestContext, roleIds: readonly string[]): Promise<readonly string[]>;
}
