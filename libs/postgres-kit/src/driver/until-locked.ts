import { setTimeout as sleep } from 'node:timers/promises';

/** Everybody who wants the table queues up behind a change that waits for it, so it does not wait long. */
export const LOCK_WAIT_MS = 800;
const LOCK_ATTEMPTS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs work whose session has {@link LOCK_WAIT_MS} as its lock_timeout; where it did not get its locks, those who queued behind it
 * pass, and it is tried again. What it did must have been rolled back by then.
 */
export async function untilLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt >= LOCK_ATTEMPTS) throw error;
      await sleep(LOCK_WAIT_MS * Math.random());
    }
  }
}
