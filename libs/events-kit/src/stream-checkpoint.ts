import { streamName } from './broker.ts';
import type { RelayOptions } from './relay-options.ts';
import { replayOutbox } from './replay.ts';

/** What the relay last knew of its stream. */
export interface StreamCheckpoint {
  created: string;
  lastSequence: number;
}

const READ = 'select stream_created, last_sequence from relay_state where stream = $1';
const WRITE = `insert into relay_state (stream, stream_created, last_sequence, seen_at) values ($1, $2, $3, now())
  on conflict (stream) do update set stream_created = excluded.stream_created, last_sequence = excluded.last_sequence, seen_at = now()`;

/**
 * Postgres is the record and the stream its transport: a stream that was made anew or lost its end (a wiped or restored
 * store, a lost flush) is filled again from the outbox. Everything retained is replayed, because consumers may have been
 * behind; their inboxes drop what they have had.
 * @returns the stream as it is now
 */
export async function replayIfStreamLost(options: RelayOptions, memory: StreamCheckpoint | undefined): Promise<StreamCheckpoint> {
  const { service, database, broker, log } = options;
  const stream = streamName(service);
  // Read before the stream is asked: the stream can only have grown since.
  const [stored] = await database.query<{ stream_created: string; last_sequence: number }>(READ, [stream]);
  const known = Math.max(memory?.lastSequence ?? 0, stored?.last_sequence ?? 0);
  const { created, state } = await broker.ensureStream(service);
  const current: StreamCheckpoint = { created: String(created), lastSequence: state.last_seq };

  const remade = stored !== undefined && stored.stream_created !== current.created;
  const shrunk = stored !== undefined && !remade && current.lastSequence < known;
  if (remade || shrunk) {
    const replayed = await replayOutbox(database, {});
    log.warn({ stream, remade, shrunk, replayed }, 'the stream lost events: replaying the outbox');
  }
  if (remade || shrunk || stored?.last_sequence !== current.lastSequence) {
    await database.query(WRITE, [stream, current.created, current.lastSequence]);
  }
  return current;
}
