import type { RequestContext } from '@psa/postgres-kit';

/** Knows which users a tenant has, where the copy kept here has none yet. */
export interface UserDirectory {
  /** @throws SERVICE_UNAVAILABLE when it cannot be found out */
  has(context: RequestContext, userId: string): Promise<boolean>;
}
