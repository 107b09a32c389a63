import type { Principal } from '@psa/http-kit';
import { eventCatalogue } from '../../event-catalogue.ts';

/**
 * Whether a caller may read what is in an event.
 * @param event its name or its type; of one that is not in the catalogue any more nobody knows who might
 */
export function mayReadEvent({ permissions }: Pick<Principal, 'permissions'>, event: string): boolean {
  const declared = eventCatalogue.find(({ name, type }) => name === event || type === event);
  return declared?.reader !== undefined && permissions.has(declared.reader);
}
