import { ApiError, type Event } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import { selects } from '../webhook/event-selection.rules.ts';
import type { FeedHead } from './event-feed.records.ts';
import { fromCursor } from './feed-position.ts';

/** What of the feed a caller gets. */
export interface FeedScope {
  readonly names: readonly string[];
  /** Only what concerns this client; everything when undefined. */
  readonly clientId: string | undefined;
  /** Only what is about this; everything when undefined. */
  readonly subject?: string | undefined;
}

/**
 * The events a caller may read, of those asked for. People of a client read what is marked as theirs and names their client.
 * @param patterns all when undefined
 */
export function feedScope(
  { permissions, userType, clientId }: Pick<Principal, 'permissions' | 'userType' | 'clientId'>,
  catalogue: readonly Event[],
  patterns?: readonly string[],
): FeedScope {
  const isClient = userType === 'client';
  // A version that fewer may read hides the name.
  const hidden = new Set(
    catalogue
      .filter(({ reader, portal }) => reader === undefined || !permissions.has(reader) || (isClient && portal !== true))
      .map(({ name }) => name),
  );
  const names = [...new Set(catalogue.map(({ name }) => name))].filter(
    (name) => !hidden.has(name) && (patterns === undefined || patterns.some((pattern) => selects(pattern, name))),
  );
  if (!isClient) return { names, clientId: undefined };
  return clientId === undefined ? { names: [], clientId } : { names, clientId };
}

/**
 * The position a caller reads on from.
 * @throws CURSOR_EXPIRED when events after it are gone, or it was given by a feed that has since been restored to an earlier state
 */
export function startPosition(after: string | undefined, { first_position, last_position }: FeedHead, parameter: string): number {
  if (after === undefined) return first_position - 1;
  if (after === 'latest') return last_position;
  const position = fromCursor(after, parameter);
  if (position < first_position - 1) throw new ApiError('CURSOR_EXPIRED');
  if (position > last_position) throw new ApiError('CURSOR_EXPIRED', 'This position is not known: read from the beginning');
  return position;
}
