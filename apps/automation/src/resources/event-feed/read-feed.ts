import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@psa/contract-kit';
import type { StreamEvent } from '@psa/http-kit';
import type { Db } from '../../automation-app.ts';
import { type FeedRow, readFeed, readFeedHead } from './event-feed.records.ts';
import type { FeedScope } from './event-feed.rules.ts';
import type { FeedHints } from './feed-hints.ts';
import { toCursor } from './feed-position.ts';

/** Positions looked at for one page: a caller who may read little gets short pages instead of long waits. */
const LOOKED_AT = 5_000;

export interface FeedPage {
  readonly rows: readonly FeedRow[];
  /** Where to read on. */
  readonly position: number;
  readonly hasMore: boolean;
}

/** Leaves out what a caller must not be told of what they may read in general. */
export type FilterRows = (rows: readonly FeedRow[]) => Promise<readonly FeedRow[]>;

/** One page of what a caller may read after a position. */
export async function readFeedPage(
  db: Db,
  { names, clientId, subject }: FeedScope,
  after: number,
  limit: number,
  filter: FilterRows,
): Promise<FeedPage> {
  const { last_position } = await readFeedHead(db);
  const until = Math.min(last_position, after + LOOKED_AT);
  const rows = names.length === 0 || until <= after ? [] : await readFeed(db, { after, until, names, limit }, { clientId, subject });
  const position = Math.max(after, rows.length === limit ? (rows.at(-1)?.position ?? until) : until);
  return { rows: await filter(rows), position, hasMore: position < last_position };
}

const PAGE = 200;
/** Events that come close together are read together. */
const GATHER_MS = 20;
/** A hint may be lost. */
const LOOK_MS = 5_000;
/** Then the caller comes back with its last position, and is admitted anew. */
const LONGEST_MS = 30 * 60 * 1000;
/** Streams of one tenant at an instance. */
const MOST_STREAMS = 100;

/** @throws RATE_LIMITED when the tenant has too many streams here already */
export function requireStreamRoom(hints: FeedHints, tenant: string): void {
  if (hints.listeners(tenant) < MOST_STREAMS) return;
  throw new ApiError('RATE_LIMITED', `A tenant has ${MOST_STREAMS} streams of events at most`, undefined, { 'retry-after': '10' });
}

/** What a caller may read after a position, and what comes to that as long as the stream lasts. */
export async function* streamFeed(
  db: Db,
  hints: FeedHints,
  scope: FeedScope,
  after: number,
  ended: AbortSignal,
  filter: FilterRows,
): AsyncGenerator<StreamEvent> {
  let [position, told] = [after, after];
  let wake = () => {};
  const unlisten = hints.listen(db.tenant, () => wake());
  const endsAt = Date.now() + LONGEST_MS;
  try {
    while (!ended.aborted && Date.now() < endsAt) {
      const hint = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const page = await readFeedPage(db, scope, position, PAGE, filter);
      for (const row of page.rows) {
        yield { id: toCursor(row.position), event: row.event_type, data: row.event };
        told = row.position;
      }
      position = page.position;
      if (position > told) yield { id: toCursor((told = position)) };
      if (!page.hasMore) await pause(hint, ended);
    }
  } finally {
    unlisten();
  }
}

async function pause(hint: Promise<void>, ended: AbortSignal): Promise<void> {
  const timeout = new AbortController();
  const signal = AbortSignal.any([ended, timeout.signal]);
  const looked = sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  await Promise.race([hint.then(() => sleep(GATHER_MS, undefined, { signal }).catch(() => {})), looked]);
  timeout.abort();
}
