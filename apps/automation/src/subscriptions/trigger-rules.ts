import { on, type Subscription, subscription } from '@psa/events-kit';
import type { Ports } from '../automation-app.ts';
import { triggerByEvent } from '../resources/engine/trigger-by-event.actions.ts';
import type { Tables } from '../tables.ts';
import { eventCatalogue, eventDomains } from '../event-catalogue.ts';
import { tenantsWithRules } from './listeners.ts';

/** Starts rules by the events of every domain, apart from what else is done with them: a rule that cannot be started holds up nothing. */
export const triggerRules: readonly Subscription<Tables, Ports>[] = eventDomains.map((domain) => ({
  ...subscription<Tables, Ports>(
    `automation-rules-${domain}`,
    ...eventCatalogue
      .filter((event) => event.domain === domain)
      .map((event) => on<typeof event, Tables, Ports>(event, (tx, envelope, ports) => triggerByEvent(tx, event, envelope, ports))),
  ),
  interestedTenants: tenantsWithRules,
}));
