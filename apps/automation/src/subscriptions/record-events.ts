import { on, subscription, type Subscription } from '@psa/events-kit';
import type { Ports } from '../automation-app.ts';
import { recordAndDeliver, recordEvent } from '../resources/engine/record-event.actions.ts';
import { toPublicEvent } from '../resources/event-feed/public-event.ts';
import type { Tables } from '../tables.ts';
import { eventCatalogue, eventDomains } from '../event-catalogue.ts';
import { recording } from './effect-names.ts';
import { findInterest } from './find-interest.ts';
import { triggerRules } from './trigger-rules.ts';

/** One consumer a domain takes all its events into the feed and to the webhooks, and alongside to rules and workflows. */
export const recordEvents: readonly Subscription<Tables, Ports>[] = eventDomains.map((domain) => ({
  ...subscription<Tables, Ports>(
    recording(domain),
    ...eventCatalogue
      .filter((event) => event.domain === domain)
      .map((event) =>
        on<typeof event, Tables, Ports>(
          event,
          (tx, envelope, ports) => recordAndDeliver(tx, toPublicEvent(envelope, event.name), event.key, ports),
          async (tx, envelope, ports) => recordEvent(tx, toPublicEvent(envelope, event.name), ports),
        ),
      ),
  ),
  alongside: [triggerRules(domain)],
  findInterest: findInterest(domain),
}));
