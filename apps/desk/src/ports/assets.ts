import type { RequestContext } from '@psa/postgres-kit';

/** Looks up assets where the assets service keeps them. */
export interface Assets {
  /** @returns null when the tenant has no such asset; @throws SERVICE_UNAVAILABLE when nobody answers */
  find(context: RequestContext, assetId: string): Promise<{ readonly asset_id: string; readonly client_id: string } | null>;
  /**
   * How many assets are linked to a ticket; none where the product runs without assets.
   * @throws SERVICE_UNAVAILABLE when the assets service is there and does not answer
   */
  countOfTicket(context: RequestContext, ticketId: string): Promise<number>;
}
