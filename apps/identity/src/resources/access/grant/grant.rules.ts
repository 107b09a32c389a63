import { ApiError, type Portal } from '@psa/contract-kit';

/** A permission somebody has. */
export interface Held {
  /** `resource:action`. */
  readonly name: string;
  /** When it ends; null when it is for good. */
  readonly until: string | null;
}

/** A permission as it is to be granted. */
export interface Grantable {
  readonly resource: string;
  readonly action: string;
  readonly msp: boolean;
  readonly client: boolean;
}

/** A permission as it is to be granted for a time. */
export interface Grant extends Grantable {
  /** When the grant ends; for good when null or left out. */
  readonly until?: string | null;
}

/** The portal a user enters by. */
export function portalOfUserType(userType: string): Portal {
  return userType === 'client' ? 'client' : 'msp';
}

export function nameOf({ resource, action }: Pick<Grantable, 'resource' | 'action'>): string {
  return `${resource}:${action}`;
}

/**
 * Names of the permissions somebody cannot hand on: those they do not have, or not for as long. What the portal of the one who
 * grants does not have nobody in it could hold; handing it on gives them nothing.
 */
export function missingPermissions(held: readonly Held[], portal: Portal, granted: readonly Grant[]): string[] {
  const ends = new Map<string, number>();
  for (const { name, until } of held) ends.set(name, Math.max(ends.get(name) ?? 0, endOf(until)));
  const missing = granted
    .filter((permission) => permission[portal] && (ends.get(nameOf(permission)) ?? -1) < endOf(permission.until))
    .map(nameOf);
  return [...new Set(missing)].sort();
}

function endOf(until: string | null | undefined): number {
  return until === null || until === undefined ? Infinity : Date.parse(until);
}

/** @throws FORBIDDEN naming what cannot be granted */
export function assertCanGrant(missing: readonly string[]): void {
  if (missing.length === 0) return;
  const named = missing.slice(0, 5).join(', ');
  const others = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
  throw new ApiError('FORBIDDEN', `Nobody grants more than they hold: ${named}${others}`, { missing_permissions: missing });
}
