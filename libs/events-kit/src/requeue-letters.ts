import type { Database } from '@psa/postgres-kit';
import { type DeadLetter, deleteDeadLetter, keepDeadLetter, listLettersOfConsumer, readNow } from './dead-letters.ts';

/** Letters that are read at once. */
const BATCH_SIZE = 100;

export interface RequeueCounts {
  readonly requeued: number;
  readonly failed: number;
}

interface RequeueOptions {
  readonly database: Database;
  readonly consumer: string;
  /** Only letters that wait for a version which knows this type of event; all when absent. */
  readonly type?: string | undefined;
  readonly handle: (envelope: string) => Promise<unknown>;
  readonly isStopping: () => boolean;
  readonly log: { warn(details: object, message: string): void };
}

/** Handles a consumer's dead letters again, oldest first; those that fail stay, with their new reason. */
export async function requeueLetters({ database, consumer, type, handle, isStopping, log }: RequeueOptions): Promise<RequeueCounts> {
  const counts = { requeued: 0, failed: 0 };
  // Those that fail again are written anew: without this bound they would come up for ever.
  const until = await readNow(database);
  let after: DeadLetter | undefined;
  for (;;) {
    const letters: DeadLetter[] = await listLettersOfConsumer(database, { consumer, type, after, until, limit: BATCH_SIZE });
    for (const letter of letters) {
      if (isStopping()) return counts;
      try {
        await handle(letter.envelope);
        counts.requeued++;
      } catch (error) {
        counts.failed++;
        log.warn({ err: error, consumer, event_id: letter.event_id }, 'consumer: a dead letter failed again');
        await keepDeadLetter(database, { ...letter, error: (error as Error).message, attempts: letter.attempts + 1 });
        continue;
      }
      await deleteDeadLetter(database, consumer, letter.event_id);
    }
    after = letters.at(-1);
    if (letters.length < BATCH_SIZE) return counts;
  }
}
