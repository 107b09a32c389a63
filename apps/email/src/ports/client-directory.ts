import type { RequestContext } from '@psa/postgres-kit';

/** The clients of a tenant. */
export interface ClientDirectory {
  /** Those of the ids that are of no client. @throws SERVICE_UNAVAILABLE when the service does not answer */
  unknown(context: RequestContext, clientIds: readonly string[]): Promise<string[]>;
}
