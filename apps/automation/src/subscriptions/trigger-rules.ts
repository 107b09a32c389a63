import { on, type Subscription, subscription } from '@psa/events-kit';
import type { Ports } from '../automation-app.ts';
import { triggerByEvent } from '../resources/engine/trigger-by-event.actions.ts';
import { findRulesOfEvent } from '../resources/rule/rule.records.ts';
import { patternsOf } from '../resources/webhook/event-selection.rules.ts';
import { findWaitingWorkflows, NOTHING_WAITS, wakeWorkflows } from '../resources/workflow-trigger/wake-workflows.actions.ts';
import type { Tables } from '../tables.ts';
import { eventCatalogue } from '../event-catalogue.ts';
import { triggering, triggeringParts } from './effect-names.ts';

/**
 * Starts rules and workflows by the events of a domain, and resumes workflows that wait for them, apart from what else is done
 * with events: a rule that cannot be started holds up nothing.
 */
export function triggerRules(domain: string): Subscription<Tables, Ports> {
  const events = eventCatalogue.filter((event) => event.domain === domain);
  return subscription<Tables, Ports>(
    triggering(domain),
    ...events.map((event) =>
      on<typeof event, Tables, Ports>(event, async (tx, envelope, ports, hasPart) => {
        const [rules, workflows] = await Promise.all([
          hasPart(triggeringParts.rules) ? findRulesOfEvent(tx, patternsOf(event.name)) : [],
          hasPart(triggeringParts.workflows) ? findWaitingWorkflows(tx, event.name) : NOTHING_WAITS,
        ]);
        await triggerByEvent(tx, event, envelope, rules, ports);
        await wakeWorkflows(tx, event, envelope, workflows);
      }),
    ),
  );
}
