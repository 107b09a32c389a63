import type { RequestContext } from '@psa/postgres-kit';

/** Looks up assets where the assets service keeps them. */
export interface Assets {
  /** @returns null when the tenant has no such asset; @throws SERVICE_UNAVAILABLE when nobody answers */
  find(context: RequestContext, assetId: string): Promise<{ readonly asset_id: string; readonly client_id: string } | null>;
}
