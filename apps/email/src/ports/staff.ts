import type { RequestContext } from '@psa/postgres-kit';

/** The people of a tenant who look after its mailboxes. */
export interface Staff {
  /** Their addresses. @throws SERVICE_UNAVAILABLE when the service does not answer */
  administrators(context: RequestContext): Promise<string[]>;
}
