import type { RequestContext } from '@psa/postgres-kit';

/** A contact as its own service knows it. */
export interface ContactFacts {
  readonly contact_id: string;
  readonly client_id: string | null;
  readonly is_inactive: boolean;
  readonly version: number;
}

/** The clients service, as far as users have to do with it. */
export interface ClientDirectory {
  /** A contact whose copy has not arrived. @returns null when the tenant has no such contact. @throws SERVICE_UNAVAILABLE when nobody answers */
  findContact(context: RequestContext, contactId: string): Promise<ContactFacts | null>;
  /** How many clients a user looks after. @throws SERVICE_UNAVAILABLE when nobody answers */
  countManagedBy(context: RequestContext, userId: string): Promise<number>;
}
