import { on, subscription, type Subscription } from '@psa/events-kit';
import type { Ports } from '../automation-app.ts';
import { recordEvent } from '../resources/event-feed/record-event.actions.ts';
import type { Tables } from '../tables.ts';
import { eventCatalogue, eventDomains } from './event-catalogue.ts';

/** One consumer a domain takes all its events into the feed and to the webhooks. */
export const recordEvents: readonly Subscription<Tables, Ports>[] = eventDomains.map((domain) => subscription<Tables, Ports>(
  `automation-record-${domain}`,
  ...eventCatalogue.filter((event) => event.domain === domain)
    .map((event) => on<typeof event, Tables, Ports>(event, (tx, envelope, ports) => recordEvent(tx, event, envelope, ports))),
));
