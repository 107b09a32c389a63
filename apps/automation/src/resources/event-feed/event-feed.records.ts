import { type Database, type Merged, statement, type TransactionCore } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';

/**
 * The position is drawn from the tenant's head as the last act before COMMIT, and the head stays locked until the commit is
 * done: positions are given in the order of commits and without gaps, so that whoever has seen one has seen all before it.
 * A sequence promises neither: its numbers become visible out of order.
 */
const APPEND = `with head as (${moveHead('1')}), written as (
    insert into feed_events (position, event_id, event_type, client_id, event, recorded_at)
    select last_position, $1, $2, $3, $4, clock_timestamp() from head returning 1
  )
  select from written`;

/** The head moves once for all events of a transaction, whose positions follow each other. */
const APPEND_ALL: Merged = {
  text: `with head as (${moveHead('$5')}), written as (
    insert into feed_events (position, event_id, event_type, client_id, event, recorded_at)
    select last_position - $5 + place, event_id, event_type, client_id, event, clock_timestamp()
    from head, unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) with ordinality as given (event_id, event_type, client_id, event, place)
    returning 1
  )
  select from written`,
  values: (all) => [...[0, 1, 2, 3].map((place) => all.map((values) => values[place])), all.length],
  drawsByRow: true,
};

/** @param by how many positions, in SQL */
function moveHead(by: string): string {
  return `insert into feed_heads (feed, first_position, last_position) values ('events', 1, ${by})
    on conflict (tenant, feed) do update set last_position = feed_heads.last_position + ${by} returning last_position`;
}

export interface NewFeedEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly client_id: string | null;
  readonly event: string;
}

/** Adds an event to its tenant's feed, together with COMMIT: the head is held for no longer than that takes. */
export function appendToFeed(tx: TransactionCore, { event_id, event_type, client_id, event }: NewFeedEvent): void {
  tx.atCommit(APPEND, [event_id, event_type, client_id, event], APPEND_ALL);
}

export interface FeedHead {
  readonly first_position: number;
  readonly last_position: number;
}

const EMPTY: FeedHead = { first_position: 1, last_position: 0 };

const headStatement = statement<Tables>()((db) => db.selectFrom('feed_heads').select(['first_position', 'last_position']));

export async function readFeedHead(db: Db): Promise<FeedHead> {
  return (await db.first(headStatement, {})) ?? EMPTY;
}

export interface FeedRow {
  readonly position: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly event: string;
}

interface Window {
  readonly after: number;
  readonly until: number;
  readonly names: readonly string[];
  readonly limit: number;
}

interface Selection {
  /** Only what concerns this client. */
  readonly clientId?: string | undefined;
  /** Only what is about this. */
  readonly subject?: string | undefined;
}

const readStatement = statement<Tables>()((db, p: Window & { client_id: string | null; subject: string | null }) =>
  db
    .selectFrom('feed_events')
    .select(['position', 'event_id', 'event_type', 'event'])
    .where('position', '>', p.after)
    .where('position', '<=', p.until)
    .where(sql<boolean>`event_type = any(${p.names})` as never)
    .where(sql<boolean>`(${p.client_id}::uuid is null or client_id = ${p.client_id}::uuid)` as never)
    // Read from the event itself: a page looks at a bounded number of positions, and a column would cost every event.
    .where(sql<boolean>`(${p.subject}::text is null or event::jsonb ->> 'subject' = ${p.subject}::text)` as never)
    .orderBy('position')
    .limit(p.limit as never),
);

/** Events of some names within a window of positions, in their order. */
export function readFeed(db: Db, window: Window, { clientId, subject }: Selection = {}): Promise<FeedRow[]> {
  return db.all(readStatement, { ...window, client_id: clientId ?? null, subject: subject ?? null });
}

const recordedStatement = statement<Tables>()((db, p: { position: number }) =>
  db.selectFrom('feed_events').select('recorded_at').where('position', '=', p.position),
);

/**
 * The last position before a moment: positions have no gaps and rise with time, so that it is found by halving.
 * @returns one before the first position kept when all of them are later
 */
export async function positionBefore(db: Db, { first_position, last_position }: FeedHead, moment: string): Promise<number> {
  let [low, high] = [first_position - 1, last_position];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = await db.first(recordedStatement, { position: middle });
    if (row === undefined || row.recorded_at < moment) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Deletes the events up to a position, some of them at a time. @returns how many positions went */
export function pruneFeed(db: Db, until: number, limitConcurrency: number): Promise<number> {
  return db.transaction(async (tx: Tx) => {
    const head = await tx.selectFrom('feed_heads').select('first_position').forUpdate().executeTakeFirst();
    if (head === undefined || head.first_position > until) return 0;
    const last = Math.min(until, head.first_position + limitConcurrency - 1);
    // Only a beginning goes: a position is either followed by all there was, or known to be gone.
    await tx.deleteFrom('feed_events').where('position', '<=', last).execute();
    await tx
      .updateTable('feed_heads')
      .set({ first_position: last + 1 })
      .execute();
    return last + 1 - head.first_position;
  });
}

/** Tenants whose feed holds anything. */
export async function tenantsWithFeeds(workerDatabase: Database): Promise<string[]> {
  const rows = await workerDatabase.query<{ tenant: string }>(
    'select tenant from feed_heads where first_position <= last_position order by tenant',
  );
  return rows.map(({ tenant }) => tenant);
}
