import type { EventTrigger, PublicEvent } from '@psa/contracts-automation';
import { readPath } from '@psa/conditions';
import { isDeepStrictEqual } from 'node:util';

/** Whether an event is one that a trigger waits for: its source and the members of its data. */
export function matchesTrigger({ event_source, event_filters = {} }: EventTrigger, event: PublicEvent, domain: string): boolean {
  if (event_source !== undefined && event_source !== domain) return false;
  return Object.entries(event_filters).every(([path, wanted]) => {
    const actual = readPath(event.data, path);
    return Array.isArray(wanted) && !Array.isArray(actual)
      ? wanted.some((one) => isDeepStrictEqual(one, actual))
      : isDeepStrictEqual(wanted, actual);
  });
}
