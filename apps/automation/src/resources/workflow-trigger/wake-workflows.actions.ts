import type { Event, EventEnvelope } from '@psa/contract-kit';
import type { Tx } from '../../automation-app.ts';
import { matchesTrigger } from '../engine/event-match.rules.ts';
import { toPublicEvent } from '../event-feed/public-event.ts';
import { patternsOf } from '../webhook/event-selection.rules.ts';
import { queueDeliveries } from '../workflow/deliver-event.actions.ts';
import { bufferEvent, findWaiting, isListenedFor, lockEventName } from '../workflow/waits.records.ts';
import { queueJob } from '../workflow/workflow.queue.ts';
import { findTriggersOfEvent, type TriggerRow } from './trigger.records.ts';

/** What of workflows waits for an event. */
export interface WaitingWorkflows {
  /** Whether an execution may come to wait for it. */
  readonly isAwaited: boolean;
  readonly triggers: readonly TriggerRow[];
}

export const NOTHING_WAITS: WaitingWorkflows = { isAwaited: false, triggers: [] };

/** Finds what of workflows waits for an event of a name. */
export async function findWaitingWorkflows(tx: Tx, name: string): Promise<WaitingWorkflows> {
  const [isAwaited, triggers] = await Promise.all([isListenedFor(tx, name), findTriggersOfEvent(tx, patternsOf(name))]);
  return { isAwaited, triggers };
}

/**
 * Tells executions of an event of the product that they wait for, and starts the workflows that it triggers. Each is a job of its own:
 * other services are asked whether they may be told, and what one of them cannot do keeps nothing from the others, nor from rules.
 */
export async function wakeWorkflows(
  tx: Tx,
  { name, domain }: Event,
  envelope: EventEnvelope,
  { isAwaited, triggers: ofEvent }: WaitingWorkflows,
): Promise<void> {
  const event = toPublicEvent(envelope, name);
  const triggers = ofEvent.filter(({ conditions }) => matchesTrigger({ event_filters: conditions } as never, event, domain));
  if (!isAwaited && triggers.length === 0) return;
  await bufferEvent(tx, event);
  for (const { trigger_id, priority } of triggers) queueJob(tx, { fire_trigger: trigger_id, event_id: event.id }, null, priority);
  if (!isAwaited) return;
  await lockEventName(tx, name, 'event');
  queueDeliveries(tx, event.id, await findWaiting(tx, event));
}
