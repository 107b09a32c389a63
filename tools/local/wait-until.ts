import { setTimeout as sleep } from 'node:timers/promises';

export interface Waiting {
  timeoutMs: number;
  everyMs?: number;
  signal?: AbortSignal | undefined;
}

/** Asks again and again until the answer is yes; false when the time is up. Rejects at once when aborted. */
export async function waitUntil(
  question: () => boolean | Promise<boolean>,
  { timeoutMs, everyMs = 50, signal }: Waiting,
): Promise<boolean> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    if (await question()) return true;
    if (Date.now() >= giveUpAt) return false;
    await sleep(everyMs, undefined, { signal });
  }
}
