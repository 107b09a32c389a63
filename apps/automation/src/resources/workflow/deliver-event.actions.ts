import type { PublicEvent } from '@psa/contracts-automation';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { MAX_TOLD } from './decide.rules.ts';
import { findWithheld } from './event-reader.access.ts';
import { isEnded } from './execution-status.actions.ts';
import { receivedEntry } from './received-event.rules.ts';
import {
  findBufferedEvent,
  findEarlyEvents,
  findWait,
  findWaitingAfter,
  receivedAmong,
  type Waiting,
  type WaitPlace,
} from './waits.records.ts';
import { queueExecution, queueJob } from './workflow.queue.ts';
import { appendEntry, type ExecutionRow, findExecution, hasEntry, lockExecutionRow } from './workflow.records.ts';

type Complete = (tx: Tx) => Promise<void>;
type AccessPorts = Pick<Ports, 'authors' | 'ticketChannels'>;

const WITHHELD = 'event_withheld';

/** Tells the executions that wait for an event of it, and goes on with those that wait beside them in a job of its own. */
export function queueDeliveries(tx: Tx, eventId: string, { executionIds, next }: Waiting): void {
  for (const id of executionIds) queueJob(tx, { deliver_to: id, event_id: eventId });
  for (const after of next) queueJob(tx, { wake_for: eventId, after });
}

/** Goes on telling executions of an event where another job left off. */
export async function wakeMore(db: Db, eventId: string, after: WaitPlace, complete: Complete): Promise<void> {
  await db.transaction(async (tx) => {
    await complete(tx);
    const event = await findBufferedEvent(tx, eventId);
    if (event !== undefined) queueDeliveries(tx, eventId, await findWaitingAfter(tx, event, after));
  });
}

/** Tells an execution of an event of the product it waits for, once. */
export async function deliverEvent(db: Db, ports: AccessPorts, executionId: string, eventId: string, complete: Complete): Promise<void> {
  const event = await findBufferedEvent(db, eventId);
  await deliver(db, ports, await findExecution(db, executionId), event === undefined ? [] : [event], complete);
}

/** Tells an execution of the events that came before one of its steps waited for them. */
export async function deliverEarlyEvents(
  db: Db,
  ports: AccessPorts,
  executionId: string,
  token: string,
  complete: Complete,
): Promise<void> {
  const [execution, wait] = await Promise.all([findExecution(db, executionId), findWait(db, executionId, token)]);
  const early = execution === undefined || wait === undefined ? [] : await findEarlyEvents(db, wait, execution.created_at);
  await deliver(db, ports, execution, early, complete);
}

async function deliver(
  db: Db,
  ports: AccessPorts,
  execution: ExecutionRow | undefined,
  events: readonly PublicEvent[],
  complete: Complete,
): Promise<void> {
  const withheld = execution === undefined ? new Map<PublicEvent, string>() : await findWithheld(db, ports, execution.runs_as, events);
  await db.transaction(async (tx) => {
    const row = execution && (await lockExecutionRow(tx, execution.execution_id));
    await complete(tx);
    if (row === undefined || isEnded(row.status)) return;
    const known = await receivedAmong(
      tx,
      row.execution_id,
      events.map(({ id }) => id),
    );
    let told = row;
    for (const event of events) {
      if (known.has(event.id) || told.events_count >= MAX_TOLD) continue;
      const reason = withheld.get(event);
      if (reason === undefined) told = (await appendEntry(tx, told, receivedEntry(event, row.definition))).execution;
      else told = await noteWithheld(tx, told, event.eventname, reason);
    }
    if (told.events_count > row.events_count && row.status === 'running') queueExecution(tx, told);
  });
}

/** Says once why an execution is not told of events: a note of each would fill its history. */
async function noteWithheld(tx: Tx, execution: ExecutionRow, eventName: string, reason: string): Promise<ExecutionRow> {
  if (await hasEntry(tx, execution.execution_id, WITHHELD)) return execution;
  const entry = { kind: 'noted', event_name: WITHHELD, event_type: 'error', payload: { event: eventName, reason } } as const;
  return (await appendEntry(tx, execution, entry)).execution;
}
