import { streamName } from './broker.ts';
import type { RelayOptions } from './relay-options.ts';
import { replayOutbox } from './replay.ts';

/** What the relay last knew of its stream. */
export interface StreamCheckpoint {
  created: string;
  lastSequence: number;
}

/** A stream as it is now, and whether it has lost events since it was last seen, and nobody else fills it again. */
export interface SeenStream {
  readonly checkpoint: StreamCheckpoint;
  readonly hasLostEvents: boolean;
}

const READ = 'select stream_created, last_sequence from relay_state where stream = $1';
const WRITE = `insert into relay_state (stream, stream_created, last_sequence, seen_at) values ($1, $2, $3, now())
  on conflict (stream) do update set stream_created = excluded.stream_created, last_sequence = excluded.last_sequence, seen_at = excluded.seen_at`;

/**
 * One instance fills a stream again: it puts nothing in the place of the time the stream was made, and says again and again that it is at it.
 * Another goes on in its place when it has not done so for half a minute.
 */
const CLAIM = `update relay_state set stream_created = '', last_sequence = 0, seen_at = now()
  where stream = $1 and (stream_created <> '' or seen_at < now() - interval '30 seconds') returning 1 as claimed`;
const GO_ON = "update relay_state set seen_at = now() where stream = $1 and stream_created = ''";

/**
 * Looks whether the stream, which is made when it is missing, is the one it was, and has what it had. One that was made anew or lost its
 * end (a wiped or restored store, a lost flush) has to be filled again by {@link refillStream}, also after a crash.
 */
export async function inspectStream(options: RelayOptions, memory: StreamCheckpoint | undefined): Promise<SeenStream> {
  const { service, database, broker } = options;
  const stream = streamName(service);
  // Read before the stream is asked: the stream can only have grown since.
  const [stored] = await database.query<{ stream_created: string; last_sequence: number }>(READ, [stream]);
  const known = Math.max(memory?.lastSequence ?? 0, stored?.last_sequence ?? 0);
  const { created, state } = await broker.ensureStream(service);
  const checkpoint: StreamCheckpoint = { created: String(created), lastSequence: state.last_seq };
  const remade = stored !== undefined && stored.stream_created !== checkpoint.created;
  const shrunk = stored !== undefined && !remade && checkpoint.lastSequence < known;
  if (remade || shrunk) return { checkpoint, hasLostEvents: (await database.query(CLAIM, [stream])).length > 0 };
  if (stored?.last_sequence !== checkpoint.lastSequence) await keepCheckpoint(options, checkpoint);
  return { checkpoint, hasLostEvents: false };
}

/**
 * Has everything published again that is retained: Postgres is the record and the stream its transport. Consumers may have been behind;
 * their inboxes drop what they have had.
 * @param checkpoint of the stream, kept when all is marked
 */
export async function refillStream(options: RelayOptions, checkpoint: StreamCheckpoint, signal: AbortSignal): Promise<void> {
  const { service, database, log } = options;
  const stream = streamName(service);
  log.warn({ stream }, 'the stream lost events: replaying the outbox');
  const replayed = await replayOutbox(database, {}, async () => {
    signal.throwIfAborted();
    await database.query(GO_ON, [stream]);
  });
  await keepCheckpoint(options, checkpoint);
  log.warn({ stream, replayed }, 'the outbox is being published again');
}

async function keepCheckpoint({ service, database }: RelayOptions, { created, lastSequence }: StreamCheckpoint): Promise<void> {
  await database.query(WRITE, [streamName(service), created, lastSequence]);
}
