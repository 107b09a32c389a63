import { invalidField } from '@psa/contract-kit';
import type { GrantTeamPermission } from '@psa/contracts-identity';

const DEFAULT_ACTION = 'access';

/**
 * The pair a grant is about: by two members, or by one that holds both as `resource:action`.
 * @throws VALIDATION_ERROR when it names no resource, or two different actions
 */
export function pairOf({ resource, permission, action }: GrantTeamPermission): { resource: string; action: string } {
  if (resource !== undefined && permission !== undefined && resource !== permission) {
    throw invalidField('permission', 'is another name for resource and differs from it', 'contradiction');
  }
  const named = resource ?? permission;
  if (named === undefined) throw invalidField('resource', 'is required', 'required');
  const [word = '', ofPair, ...rest] = named.split(':');
  if (rest.length > 0 || word === '') throw invalidField('resource', 'must be a resource, or a pair as resource:action', 'invalid_format');
  if (ofPair !== undefined && action !== undefined && ofPair !== action)
    throw invalidField('action', 'differs from the action of the pair', 'contradiction');
  return { resource: word, action: ofPair ?? action ?? DEFAULT_ACTION };
}

/** @throws VALIDATION_ERROR unless the moment is still to come. @param now in milliseconds since the epoch */
export function requireToCome(expiresAt: string | null, now: number): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) throw invalidField('expires_at', 'must be in the future', 'in_the_past');
}
