import type { Event, EventEnvelope } from '@psa/contract-kit';
import type { StartWorkflow } from '@psa/contracts-automation';
import type { Ports, Tx } from '../../automation-app.ts';
import { matchesTrigger } from '../engine/event-match.rules.ts';
import { toPublicEvent } from '../event-feed/public-event.ts';
import { patternsOf } from '../webhook/event-selection.rules.ts';
import { bounded } from '../workflow/begin-step.actions.ts';
import { bufferEvent, findWaiting, lockEventName } from '../workflow/waits.records.ts';
import { queueJob } from '../workflow/workflow.queue.ts';
import { startFromTrigger } from './start-from-trigger.actions.ts';
import { findTriggersOfEvent, noteFired } from './trigger.records.ts';

/** Tells executions of an event of the product that they wait for, and starts the workflows that it triggers. */
export async function wakeWorkflows(tx: Tx, { name, domain }: Event, envelope: EventEnvelope, ports: Pick<Ports, 'log'>): Promise<void> {
  const event = toPublicEvent(envelope, name);
  const [isAwaited, triggers] = await Promise.all([bufferEvent(tx, event), findTriggersOfEvent(tx, patternsOf(name))]);
  if (isAwaited) {
    await lockEventName(tx, name, 'event');
    for (const executionId of await findWaiting(tx, event)) queueJob(tx, { deliver_to: executionId, event_id: event.id });
  }
  const isCaused = envelope.actor.type === 'system';
  for (const trigger of triggers) {
    if (!matchesTrigger({ event_filters: trigger.conditions } as never, event, domain)) continue;
    const started = await startFromTrigger(tx, trigger, {
      context_data: { event: bounded(event) } as StartWorkflow['context_data'],
      fire_key: `event:${trigger.trigger_id}:${event.id}`,
      chain_id: envelope.correlationid,
      isCaused,
    });
    const error = typeof started === 'string' ? started : null;
    if (error !== null) ports.log.warn({ trigger_id: trigger.trigger_id, event_id: event.id, reason: error }, 'a trigger started nothing');
    await noteFired(tx, trigger.trigger_id, error);
  }
}
