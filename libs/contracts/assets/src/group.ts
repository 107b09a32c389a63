import type { RouteGroup } from '@psa/contract-kit';

/** Asset links point at /api/v2/assets although the routes are under /api/v1: both are served, so that every link can be followed. */
const aliases = [['/api/v1/assets', '/api/v2/assets']] as const;

/** Routes answering in the asset envelope. */
export const assetGroup = (tag: string): RouteGroup => ({ service: 'assets', form: 'asset', tag, aliases });

/** Routes answering with the bare payload and flat errors. */
export const flatAssetGroup = (tag: string): RouteGroup => ({ service: 'assets', form: 'flat', tag, aliases });
