import type { Event, EventEnvelope } from '@psa/contract-kit';
import type { Tx } from '../../automation-app.ts';
import { matchesTrigger } from '../engine/event-match.rules.ts';
import { toPublicEvent } from '../event-feed/public-event.ts';
import { patternsOf } from '../webhook/event-selection.rules.ts';
import { queueDeliveries } from '../workflow/deliver-event.actions.ts';
import { bufferEvent, findWaiting, isListenedFor, lockEventName } from '../workflow/waits.records.ts';
import { queueJob } from '../workflow/workflow.queue.ts';
import { findTriggersOfEvent } from './trigger.records.ts';

/**
 * Tells executions of an event of the product that they wait for, and starts the workflows that it triggers. Each is a job of its own:
 * other services are asked whether they may be told, and what one of them cannot do keeps nothing from the others, nor from rules.
 */
export async function wakeWorkflows(tx: Tx, { name, domain }: Event, envelope: EventEnvelope): Promise<void> {
  const event = toPublicEvent(envelope, name);
  const [isAwaited, ofEvent] = await Promise.all([isListenedFor(tx, name), findTriggersOfEvent(tx, patternsOf(name))]);
  const triggers = ofEvent.filter(({ conditions }) => matchesTrigger({ event_filters: conditions } as never, event, domain));
  if (!isAwaited && triggers.length === 0) return;
  await bufferEvent(tx, event);
  for (const { trigger_id, priority } of triggers) queueJob(tx, { fire_trigger: trigger_id, event_id: event.id }, null, priority);
  if (!isAwaited) return;
  await lockEventName(tx, name, 'event');
  queueDeliveries(tx, event.id, await findWaiting(tx, event));
}
