import type { PermissionName } from '@psa/contract-kit';
import { eventCatalogue, eventNames } from '../../event-catalogue.ts';

/** Names of the events of the product; steps that wait for others wait for what executions are sent. */
export const productEvents: ReadonlySet<string> = new Set(eventNames);

/** What whoever writes a workflow that waits for events of the product must be allowed to read. */
export function readersOf(names: readonly string[]): PermissionName[] {
  return eventCatalogue.flatMap(({ name, reader }) => (reader !== undefined && names.includes(name) ? [reader] : []));
}
