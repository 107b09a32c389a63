import { setTimeout as sleep } from 'node:timers/promises';
import { isStalePlan } from './stale-plan.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 4;

/**
 * Runs a transaction again when Postgres chose it as the victim of a deadlock or a serialisation conflict, or when a migration
 * made a statement of it stale.
 * @param mayRetry decides which errors lead to another attempt
 * @throws the last error after three repeats
 */
export async function withRetry<T>(transaction: () => Promise<T>, mayRetry = isRetryable): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= ATTEMPTS || !mayRetry(error)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** Whether a transaction that failed this way can succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isStalePlan(error);
}
