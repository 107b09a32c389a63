import type { RequestContext } from '@psa/postgres-kit';

/** Looks up assets where the assets service keeps them. */
export interface Assets {
  /** @returns null when the tenant has no such asset; @throws SERVICE_UNAVAILABLE when the service does not answer */
  find(context: RequestContext, assetId: string): Promise<{ readonly asset_id: string; readonly client_id: string } | null>;
  /**
   * Links an asset to a ticket that is about to be opened; a repetition changes nothing.
   * @returns whether it was linked, or why not
   * @throws SERVICE_UNAVAILABLE when the service does not answer: whether it was linked is then unknown
   */
  link(context: RequestContext, link: AssetLink): Promise<'linked' | 'unknown_asset' | 'other_client'>;
  /** Takes back the link of a ticket that was not opened; there may be none. @throws SERVICE_UNAVAILABLE when the service does not answer */
  unlink(context: RequestContext, link: Pick<AssetLink, 'asset_id' | 'ticket_id'>): Promise<void>;
  /**
   * How many assets are linked to a ticket; none where the product runs without assets.
   * @throws SERVICE_UNAVAILABLE when the assets service is there and does not answer
   */
  countOfTicket(context: RequestContext, ticketId: string): Promise<number>;
}

/** A ticket that is opened for an asset. */
export interface AssetLink {
  readonly asset_id: string;
  readonly client_id: string;
  readonly ticket_id: string;
}
