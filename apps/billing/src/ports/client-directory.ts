import type { RequestContext } from '@psa/postgres-kit';

/** A client as its own service knows it. */
export interface ClientFacts {
  readonly client_id: string;
  readonly client_name: string;
  readonly is_inactive: boolean;
  readonly region_code?: string | null | undefined;
  readonly is_tax_exempt?: boolean | undefined;
  readonly payment_terms?: string | null | undefined;
  readonly billing_cycle?: string | undefined;
  readonly auto_invoice?: boolean | undefined;
  readonly version: number;
}

/** Where a client is looked up whose copy has not arrived. */
export interface ClientDirectory {
  /** @returns null when the tenant has no such client. @throws SERVICE_UNAVAILABLE when nobody answers */
  find(context: RequestContext, clientId: string): Promise<ClientFacts | null>;
  /** The same for a client a path names, before any event told of it. */
  findNew(context: RequestContext, clientId: string): Promise<ClientFacts | null>;
}
