import type { Dependency } from '@psa/contract-kit';
import type { RequestContext } from '@psa/postgres-kit';

/**
 * Knows what depends on a client or a contact outside this service.
 * @returns one entry for each kind there is any of
 * @throws SERVICE_UNAVAILABLE when one of the services does not answer
 */
export interface Dependents {
  ofClient(context: RequestContext, clientId: string): Promise<Dependency[]>;
  ofContact(context: RequestContext, contactId: string): Promise<Dependency[]>;
}
