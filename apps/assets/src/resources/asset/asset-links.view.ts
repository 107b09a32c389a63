import { ASSETS_HREF } from './asset.view.ts';

/** Address of an asset, or of a part of it such as `notes`. */
export function assetHref(assetId: string, part?: string): string {
  return part === undefined ? `${ASSETS_HREF}/${assetId}` : `${ASSETS_HREF}/${assetId}/${part}`;
}

/** Links of a part that answers in the flat form: to itself and to the asset, addresses alone. */
export function partLinks(assetId: string, part: string): { self: { href: string }; asset: { href: string } } {
  return { self: { href: assetHref(assetId, part) }, asset: { href: assetHref(assetId) } };
}
