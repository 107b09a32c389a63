import type { AutomationCondition, PublicEvent, WorkflowDefinition } from '@psa/contracts-automation';
import { evaluateConditions, readPath } from '@psa/conditions';
import { lockInTenant } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Tx } from '../../automation-app.ts';
import { isCorrelated, textOf } from './decide.rules.ts';

/** Executions that one event wakes. */
const MAX_WOKEN = 10_000;
/** Events looked through that came before a step waited for them. */
const MAX_EARLY = 500;
/** Of those that suit the step, the first ones. */
const EARLY_TAKEN = 20;

/** Names of the events of the product that steps of a definition wait for. */
export function awaitedEvents({ steps }: WorkflowDefinition, names: ReadonlySet<string>): string[] {
  const awaited = Object.values(steps).flatMap((step) => (step.type === 'wait_for_event' && names.has(step.event) ? [step.event] : []));
  return [...new Set(awaited)];
}

/** Has the events of these names kept for an execution from now on. */
export async function listenFor(tx: Tx, executionId: string, eventNames: readonly string[]): Promise<void> {
  if (eventNames.length === 0) return;
  await tx
    .insertInto('workflow_listens')
    .values(eventNames.map((event_name) => ({ execution_id: executionId, event_name })))
    .execute();
}

export async function stopListening(tx: Tx, executionId: string): Promise<void> {
  await Promise.all([
    tx.deleteFrom('workflow_listens').where('execution_id', '=', executionId).execute(),
    tx.deleteFrom('workflow_waits').where('execution_id', '=', executionId).execute(),
  ]);
}

/**
 * Orders a step that begins to wait and an event that comes in at the same time: whoever is second sees what the first one wrote.
 * Steps do not hinder each other; to be called before any row is locked.
 */
export function lockEventName(tx: Tx, eventName: string, as: 'step' | 'event'): Promise<void> {
  return lockInTenant(tx, 'workflow-event', eventName, as === 'event' ? 'exclusive' : 'shared');
}

export interface NewWait {
  readonly execution_id: string;
  readonly token: string;
  readonly event_name: string;
  readonly correlation: Readonly<Record<string, string>>;
  readonly conditions: readonly AutomationCondition[];
}

export async function insertWait(tx: Tx, { correlation, conditions, ...wait }: NewWait): Promise<void> {
  const [match_path, match_value] = Object.entries(correlation)[0] ?? ['', ''];
  await tx
    .insertInto('workflow_waits')
    .values({ ...wait, match_path, match_value, correlation: JSON.stringify(correlation), conditions: JSON.stringify(conditions) })
    .onConflict((conflict) => conflict.columns(['tenant', 'execution_id', 'token']).doNothing())
    .execute();
}

export async function deleteWait(tx: Tx, executionId: string, token: string): Promise<void> {
  await tx.deleteFrom('workflow_waits').where('execution_id', '=', executionId).where('token', '=', token).execute();
}

/** Events that came since an execution was made and suit a step that only now waits for them, the first first. */
export async function findEarlyEvents(tx: Tx, wait: NewWait, since: string): Promise<PublicEvent[]> {
  const rows = await tx
    .selectFrom('workflow_buffered_events')
    .select('event')
    .where('event_name', '=', wait.event_name)
    .where('received_at', '>=', since)
    .orderBy('received_at')
    .limit(MAX_EARLY)
    .execute();
  return rows
    .map(({ event }) => event as unknown as PublicEvent)
    .filter((event) => matchesWait(wait, event))
    .slice(0, EARLY_TAKEN);
}

/** Keeps an event where an execution may come to wait for it. */
export async function bufferEvent(tx: Tx, event: PublicEvent): Promise<boolean> {
  const listening = await tx
    .selectFrom('workflow_listens')
    .select('execution_id')
    .where('event_name', '=', event.eventname)
    .limit(1)
    .executeTakeFirst();
  if (listening === undefined) return false;
  await tx
    .insertInto('workflow_buffered_events')
    .values({ event_id: event.id, event_name: event.eventname, event: JSON.stringify(event) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

export async function findBufferedEvent(tx: Tx, eventId: string): Promise<PublicEvent | undefined> {
  const row = await tx.selectFrom('workflow_buffered_events').select('event').where('event_id', '=', eventId).executeTakeFirst();
  return row?.event as PublicEvent | undefined;
}

/** Executions with a step that waits for an event: found by index, however many wait for others of its name. */
export async function findWaiting(tx: Tx, event: PublicEvent): Promise<string[]> {
  const paths = await distinctPaths(tx, event.eventname);
  const found = await Promise.all(
    paths.map((path) =>
      tx
        .selectFrom('workflow_waits')
        .select(['execution_id', 'correlation', 'conditions'])
        .where('event_name', '=', event.eventname)
        .where('match_path', '=', path)
        .where('match_value', '=', path === '' ? '' : textOf(readPath(event, path)))
        .limit(MAX_WOKEN)
        .execute(),
    ),
  );
  return [
    ...new Set(
      found
        .flat()
        .filter((wait) => matchesWait(wait, event))
        .map(({ execution_id }) => execution_id),
    ),
  ];
}

/** Steps from path to path by the index. */
async function distinctPaths(tx: Tx, eventName: string): Promise<string[]> {
  const paths: string[] = [];
  for (;;) {
    const last = paths.at(-1);
    const next = await tx
      .selectFrom('workflow_waits')
      .select('match_path')
      .where('event_name', '=', eventName)
      .$if(last !== undefined, (query) => query.where('match_path', '>', last as string))
      .orderBy('match_path')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return paths;
    paths.push(next.match_path);
  }
}

/** Conditions on what steps gave are looked at when the step goes on. */
function matchesWait({ correlation, conditions }: Pick<NewWait, 'correlation' | 'conditions'>, event: PublicEvent): boolean {
  const own = conditions.filter(({ field }) => field === 'event' || field.startsWith('event.'));
  return isCorrelated(correlation, event) && evaluateConditions(own, 'and', { event }).holds;
}

/** Which of these events an execution was told of already. */
export async function receivedAmong(tx: Tx, executionId: string, eventIds: readonly string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('workflow_events')
    .select(sql<string>`payload->>'id'`.as('id'))
    .where('execution_id', '=', executionId)
    .where('kind', '=', 'received')
    .where(sql<boolean>`payload->>'id' = any(${eventIds})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
