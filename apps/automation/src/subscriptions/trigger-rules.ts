import type { Event } from '@psa/contract-kit';
import { type HasPart, onFound, type Subscription, subscription } from '@psa/events-kit';
import type { Ports, Tx } from '../automation-app.ts';
import { triggerByEvent } from '../resources/engine/trigger-by-event.actions.ts';
import { findRulesOfEvent, type RuleRecord } from '../resources/rule/rule.records.ts';
import { patternsOf } from '../resources/webhook/event-selection.rules.ts';
import {
  findWaitingWorkflows,
  NOTHING_WAITS,
  type WaitingWorkflows,
  wakeWorkflows,
} from '../resources/workflow-trigger/wake-workflows.actions.ts';
import type { Tables } from '../tables.ts';
import { eventCatalogue } from '../event-catalogue.ts';
import { triggering, triggeringParts } from './effect-names.ts';

interface Waiting {
  readonly rules: readonly RuleRecord[];
  readonly workflows: WaitingWorkflows;
}

/** What waits for events of a type: each rule is read again when it is started. */
async function findWaiting(tx: Tx, { name }: Event, hasPart: HasPart): Promise<Waiting> {
  const [rules, workflows] = await Promise.all([
    hasPart(triggeringParts.rules) ? findRulesOfEvent(tx, patternsOf(name)) : [],
    hasPart(triggeringParts.workflows) ? findWaitingWorkflows(tx, name) : NOTHING_WAITS,
  ]);
  return { rules, workflows };
}

/**
 * Starts rules and workflows by the events of a domain, and resumes workflows that wait for them, apart from what else is done
 * with events: a rule that cannot be started holds up nothing.
 */
export function triggerRules(domain: string): Subscription<Tables, Ports> {
  const events = eventCatalogue.filter((event) => event.domain === domain);
  return subscription<Tables, Ports>(
    triggering(domain),
    ...events.map((event) =>
      onFound<typeof event, Tables, Ports, Waiting>(
        event,
        (tx, hasPart) => findWaiting(tx, event, hasPart),
        async (tx, envelope, ports, { rules, workflows }) => {
          await triggerByEvent(tx, event, envelope, rules, ports);
          await wakeWorkflows(tx, event, envelope, workflows);
        },
      ),
    ),
  );
}
