import { collectEvents, type Event } from '@psa/contract-kit';
import * as assets from '@psa/contracts-assets';
import * as automation from '@psa/contracts-automation';
import * as clients from '@psa/contracts-clients';
import * as desk from '@psa/contracts-desk';
import * as identity from '@psa/contracts-identity';

/** Every event of the product: what webhooks, rules and the feed know by name. */
export const eventCatalogue: readonly Event[] = collectEvents(identity, clients, assets, desk, automation);

/** Names of events, each once however many versions it has. */
export const eventNames: readonly string[] = [...new Set(eventCatalogue.map(({ name }) => name))];

/** The services events come from. */
export const eventDomains: readonly string[] = [...new Set(eventCatalogue.map(({ domain }) => domain))];
