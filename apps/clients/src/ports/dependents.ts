import type { RequestContext } from '@psa/postgres-kit';

/** What another service keeps of a client or a contact, and how much of it. */
export interface Dependency {
  /** Name of the thing, such as `asset`. */
  readonly type: string;
  readonly count: number;
  /** For people, such as `3 assets`. */
  readonly label: string;
}

/**
 * Knows what depends on a client or a contact outside this service.
 * @returns one entry for each kind there is any of
 * @throws SERVICE_UNAVAILABLE when one of the services does not answer
 */
export interface Dependents {
  ofClient(context: RequestContext, clientId: string): Promise<Dependency[]>;
  ofContact(context: RequestContext, contactId: string): Promise<Dependency[]>;
}
