import type { PublicEvent, StartWorkflow } from '@psa/contracts-automation';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { findWithheld } from '../workflow/event-reader.access.ts';
import { boundedEvent } from '../workflow/received-event.rules.ts';
import { findBufferedEvent } from '../workflow/waits.records.ts';
import { findRegistration } from '../workflow/workflow.records.ts';
import { startFromTrigger } from './start-from-trigger.actions.ts';
import { findTrigger, lockTrigger, noteFired, type TriggerRow } from './trigger.records.ts';

/** Starts the workflow of a trigger by an event that its conditions let through, or notes on the trigger why not. */
export async function fireByEvent(
  anyDb: Db,
  ports: Pick<Ports, 'asTenant' | 'authors' | 'ticketChannels' | 'log'>,
  triggerId: string,
  eventId: string,
  complete: (tx: Tx) => Promise<void>,
): Promise<void> {
  const [trigger, event] = await Promise.all([findTrigger(anyDb, triggerId), findBufferedEvent(anyDb, eventId)]);
  if (trigger === undefined || event === undefined) return;
  const { tenant } = anyDb.context;
  const db = ports.asTenant({ tenant, actor: { id: 'automation', type: 'system' }, correlationId: event.correlationid });
  const obstacle = await obstacleOf(db, ports, trigger, event);
  await db.transaction(async (tx) => {
    await complete(tx);
    const locked = await lockTrigger(tx, triggerId);
    if (!locked.is_active) return;
    const started = obstacle ?? (await startByEvent(tx, locked, event));
    const error = typeof started === 'string' ? started : null;
    if (error !== null) ports.log.warn({ trigger_id: triggerId, event_id: eventId, reason: error }, 'a trigger started nothing');
    await noteFired(tx, triggerId, error);
  });
}

/** Why neither who is responsible for the trigger nor who the workflow runs for may be told of the event now. */
async function obstacleOf(
  db: Db,
  ports: Pick<Ports, 'authors' | 'ticketChannels'>,
  { workflow_registration_id, runs_as, created_by }: TriggerRow,
  event: PublicEvent,
): Promise<string | undefined> {
  const registration = await findRegistration(db, workflow_registration_id);
  const responsible = runs_as ?? created_by;
  const ofTrigger = (await findWithheld(db, ports, responsible, [event], 'the trigger')).get(event);
  if (ofTrigger !== undefined || registration === undefined || registration.runs_as === responsible) return ofTrigger;
  return (await findWithheld(db, ports, registration.runs_as, [event])).get(event);
}

function startByEvent(tx: Tx, trigger: TriggerRow, event: PublicEvent) {
  return startFromTrigger(tx, trigger, {
    context_data: { event: boundedEvent(event) } as StartWorkflow['context_data'],
    fire_key: `event:${trigger.trigger_id}:${event.id}`,
    chain_id: event.correlationid,
    isCaused: event.actortype === 'system',
  });
}
