import type { Event } from '@psa/contract-kit';
import { events } from '@psa/contracts-product';

/** Every event of the product: what webhooks, rules and the feed know by name. */
export const eventCatalogue: readonly Event[] = events;

/** Names of events, each once however many versions it has. */
export const eventNames: readonly string[] = [...new Set(events.map(({ name }) => name))];

/** The services events come from. */
export const eventDomains: readonly string[] = [...new Set(events.map(({ domain }) => domain))];
