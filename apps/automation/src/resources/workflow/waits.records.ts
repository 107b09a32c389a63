import type { AutomationCondition, PublicEvent, WorkflowDefinition } from '@psa/contracts-automation';
import { evaluateConditions, readPath } from '@psa/conditions';
import { lockInTenant, statement } from '@psa/postgres-kit';
import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';
import { isCorrelated, textOf } from './decide.rules.ts';
import type { WorkflowWaitsTable } from './workflow-parts.tables.ts';

/** Rows that are looked through together. */
const PAGE = 500;
/** Events that came before a step waited for them and suit it: an execution is told of the first ones, and of more when it waits again. */
const EARLY_TAKEN = 20;
/** An index holds no long texts: of a longer value only this much is looked up. */
const MAX_MATCH_CHARS = 250;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type WaitRow = Selectable<WorkflowWaitsTable>;

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
    .values({
      ...wait,
      match_path,
      match_value: match_value.slice(0, MAX_MATCH_CHARS),
      correlation: JSON.stringify(correlation),
      conditions: JSON.stringify(conditions),
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'execution_id', 'token']).doNothing())
    .execute();
}

export async function deleteWait(tx: Tx, executionId: string, token: string): Promise<void> {
  await tx.deleteFrom('workflow_waits').where('execution_id', '=', executionId).where('token', '=', token).execute();
}

/** What a step of an execution waits for. */
export async function findWait(db: Db, executionId: string, token: string): Promise<WaitRow | undefined> {
  return db.selectFrom('workflow_waits').selectAll().where('execution_id', '=', executionId).where('token', '=', token).executeTakeFirst();
}

/** Whether any event of a name was kept since a time. */
export async function hasEarlyEvents(tx: Tx, eventName: string, since: string): Promise<boolean> {
  const early = await tx
    .selectFrom('workflow_buffered_events')
    .select('event_id')
    .where('event_name', '=', eventName)
    .where('received_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return early !== undefined;
}

/** Events that came since an execution was made, suit a step that only now waits for them and are new to the execution: the first ones. */
export async function findEarlyEvents(db: Db, wait: WaitRow, since: string): Promise<PublicEvent[]> {
  const found: PublicEvent[] = [];
  let after = { received_at: since, event_id: FIRST_ID };
  for (;;) {
    const rows = await db
      .selectFrom('workflow_buffered_events')
      .select(['event_id', 'received_at', 'event'])
      .where('event_name', '=', wait.event_name)
      .where('received_at', '>=', after.received_at)
      .where((eb) => eb.or([eb('received_at', '>', after.received_at), eb('event_id', '>', after.event_id)]))
      .where(mayCorrelate(wait))
      .orderBy('received_at')
      .orderBy('event_id')
      .limit(PAGE)
      .execute();
    const suiting = rows.map(({ event }) => event as unknown as PublicEvent).filter((event) => matchesWait(wait, event));
    const known = await receivedAmong(
      db,
      wait.execution_id,
      suiting.map(({ id }) => id),
    );
    found.push(...suiting.filter(({ id }) => !known.has(id)));
    const last = rows.at(-1);
    if (found.length >= EARLY_TAKEN || rows.length < PAGE || last === undefined) return found.slice(0, EARLY_TAKEN);
    after = last;
  }
}

/** Leaves out most events a wait does not mean; what is no text is compared by {@link matchesWait} alone. */
function mayCorrelate({ correlation }: WaitRow): RawBuilder<SqlBool> {
  const pairs = Object.entries(correlation).map(([path, value]) => {
    const members = path.split('.');
    return sql<SqlBool>`coalesce(jsonb_typeof(event #> ${members}::text[]) <> 'string' or event #>> ${members}::text[] = ${value}, true)`;
  });
  return pairs.length === 0 ? sql`true` : sql`${sql.join(pairs, sql` and `)}`;
}

const listenStatement = statement<Tables>()((db, p: { event_name: string }) =>
  db.selectFrom('workflow_listens').select('execution_id').where('event_name', '=', p.event_name).orderBy('execution_id').limit(sql.lit(1)),
);

/** Whether an execution may come to wait for events of a name. */
export async function isListenedFor(tx: Tx, eventName: string): Promise<boolean> {
  return (await tx.first(listenStatement, { event_name: eventName })) !== undefined;
}

/** Keeps an event for the executions and triggers that are told of it, or may come to wait for it. */
export async function bufferEvent(tx: Tx, event: PublicEvent): Promise<void> {
  await tx
    .insertInto('workflow_buffered_events')
    .values({ event_id: event.id, event_name: event.eventname, event: JSON.stringify(event) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findBufferedEvent(db: Db, eventId: string): Promise<PublicEvent | undefined> {
  const row = await db.selectFrom('workflow_buffered_events').select('event').where('event_id', '=', eventId).executeTakeFirst();
  return row?.event as PublicEvent | undefined;
}

/** A place among the waits for an event, in the order they are woken in. */
export interface WaitPlace {
  readonly path: string;
  readonly execution_id: string;
  readonly token: string;
}

/** Executions with a step that waits for an event, and where to go on when there may be more. */
export interface Waiting {
  readonly executionIds: ReadonlySet<string>;
  readonly next: readonly WaitPlace[];
}

/** Executions with a step that waits for an event: found by index, however many wait for others of its name. */
export async function findWaiting(tx: Tx, event: PublicEvent): Promise<Waiting> {
  const paths = await distinctPaths(tx, event.eventname);
  const pages = await Promise.all(paths.map((path) => findWaitingAfter(tx, event, { path, execution_id: FIRST_ID, token: '' })));
  return {
    executionIds: new Set(pages.flatMap(({ executionIds }) => [...executionIds])),
    next: pages.flatMap(({ next }) => next),
  };
}

/** The next of them that an event finds by one path. */
export async function findWaitingAfter(tx: Tx, event: PublicEvent, { path, execution_id, token }: WaitPlace): Promise<Waiting> {
  const rows = await tx
    .selectFrom('workflow_waits')
    .selectAll()
    .where('event_name', '=', event.eventname)
    .where('match_path', '=', path)
    .where('match_value', '=', path === '' ? '' : textOf(readPath(event, path)).slice(0, MAX_MATCH_CHARS))
    .where(sql<boolean>`(execution_id, token) > (${execution_id}::uuid, ${token})`)
    .orderBy('execution_id')
    .orderBy('token')
    .limit(PAGE)
    .execute();
  const last = rows.at(-1);
  return {
    executionIds: new Set(rows.filter((wait) => matchesWait(wait, event)).map((wait) => wait.execution_id)),
    next: last === undefined || rows.length < PAGE ? [] : [{ path, execution_id: last.execution_id, token: last.token }],
  };
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
export async function receivedAmong(db: Db, executionId: string, eventIds: readonly string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('workflow_events')
    .select(sql<string>`payload->>'id'`.as('id'))
    .where('execution_id', '=', executionId)
    .where('kind', '=', 'received')
    .where(sql<boolean>`payload->>'id' = any(${eventIds})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
