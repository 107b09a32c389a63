import type { RequestContext } from '@psa/postgres-kit';

/** The roles people have, by which tasks find them. */
export interface Roles {
  /** Ids of the roles somebody has now. @throws SERVICE_UNAVAILABLE when nobody can say */
  rolesOf(context: RequestContext, userId: string): Promise<readonly string[]>;
}
