import { on, type Subscription, subscription } from '@psa/events-kit';
import type { Ports } from '../automation-app.ts';
import { triggerByEvent } from '../resources/engine/trigger-by-event.actions.ts';
import { wakeWorkflows } from '../resources/workflow-trigger/wake-workflows.actions.ts';
import type { Tables } from '../tables.ts';
import { eventCatalogue, eventDomains } from '../event-catalogue.ts';
import { tenantsWithRulesOrWorkflows } from './interested-tenants.ts';

/**
 * Starts rules and workflows by the events of every domain, and resumes workflows that wait for them, apart from what else is done
 * with events: a rule that cannot be started holds up nothing. One consumer for both, so that an event nobody waits for costs once.
 */
export const triggerRules: readonly Subscription<Tables, Ports>[] = eventDomains.map((domain) => ({
  ...subscription<Tables, Ports>(
    `automation-rules-${domain}`,
    ...eventCatalogue
      .filter((event) => event.domain === domain)
      .map((event) =>
        on<typeof event, Tables, Ports>(event, async (tx, envelope, ports) => {
          await triggerByEvent(tx, event, envelope, ports);
          await wakeWorkflows(tx, event, envelope);
        }),
      ),
  ),
  interestedTenants: tenantsWithRulesOrWorkflows,
}));
