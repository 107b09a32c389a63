import { ApiError, invalidField } from '@psa/contract-kit';

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

/** Why a key cannot be given a new secret; undefined when it can. */
export function rotationObstacle(key: { revoked_at: string | null; expires_at: string | null }, now: number): string | undefined {
  if (key.revoked_at !== null) return 'The key is revoked';
  return key.expires_at !== null && Date.parse(key.expires_at) <= now ? 'The key has expired' : undefined;
}
