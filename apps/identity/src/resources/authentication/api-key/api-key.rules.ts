import { ApiError, invalidField } from '@psa/contract-kit';
import { containsIpRange } from '@psa/contracts-identity';

/** @throws VALIDATION_ERROR unless the moment is still to come. @param now in milliseconds since the epoch */
export function requireFuture(expiresAt: string | null, now: number): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) throw invalidField('expires_at', 'must be in the future', 'in_the_past');
}

/**
 * A key acts with all its owner may do: whoever gets its text must be allowed as much, or a right to manage keys would be
 * a right to everything.
 * @throws FORBIDDEN
 */
export function requireAsMuch(callers: readonly string[], owners: readonly string[]): void {
  const held = new Set(callers);
  if (!owners.every((name) => held.has(name))) throw new ApiError('FORBIDDEN', "The key's owner has permissions you do not have");
}

/** @throws VALIDATION_ERROR naming the first permission the owner of a key does not hold */
export function assertHeld(permissions: readonly string[], owners: readonly string[]): void {
  const held = new Set(owners);
  const missing = permissions.findIndex((name) => !held.has(name));
  if (missing !== -1)
    throw invalidField(
      ['permissions', missing],
      `${permissions[missing]} is not a permission the owner of the key has`,
      'unknown_reference',
    );
}

/** What bounds a key. */
export interface KeyBounds {
  readonly permissions: readonly string[] | null;
  readonly ip_ranges: readonly string[] | null;
  readonly expires_at: string | null;
  readonly usage_limit: number | null;
}

/** A new key's bounds when a key creates it: what is not given is inherited. @throws FORBIDDEN when it would be wider */
export function boundsWithin(creator: KeyBounds, given: { readonly [K in keyof KeyBounds]?: KeyBounds[K] | undefined }): KeyBounds {
  const bounds: KeyBounds = {
    permissions: given.permissions ?? creator.permissions,
    ip_ranges: given.ip_ranges ?? creator.ip_ranges,
    expires_at: given.expires_at ?? creator.expires_at,
    usage_limit: given.usage_limit ?? null,
  };
  assertNotWider(creator, bounds);
  return bounds;
}

/** Keeps a key from another that may do more, or may do it from elsewhere or for longer. @throws FORBIDDEN naming what is wider */
export function assertNotWider(creator: KeyBounds, wanted: KeyBounds): void {
  const refuse = (what: string) => {
    throw new ApiError('FORBIDDEN', `A restricted API key cannot provide one that ${what}`);
  };
  const { permissions, ip_ranges, expires_at } = creator;
  // Uses of several keys are not counted together.
  if (creator.usage_limit !== null) refuse('is used beyond its usage limit');
  if (permissions !== null && !(wanted.permissions?.every((name) => permissions.includes(name)) ?? false)) refuse('has more permissions');
  if (ip_ranges !== null && !(wanted.ip_ranges?.every((range) => containsIpRange(ip_ranges, range)) ?? false))
    refuse('is valid in more networks');
  if (expires_at !== null && (wanted.expires_at === null || Date.parse(wanted.expires_at) > Date.parse(expires_at))) refuse('lasts longer');
}

/** Why a key cannot be given a new secret; undefined when it can. */
export function rotationObstacle(key: { revoked_at: string | null; expires_at: string | null }, now: number): string | undefined {
  if (key.revoked_at !== null) return 'The key is revoked';
  return key.expires_at !== null && Date.parse(key.expires_at) <= now ? 'The key has expired' : undefined;
}
