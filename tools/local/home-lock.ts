import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from './home.ts';
import { takeLock } from './pid-lock.mjs';
import { Refusal } from './refusal.ts';

/** What a second start on the same home is told about the first. */
export interface HomeState {
  state: 'starting' | 'running' | 'stopping';
  baseUrl?: string;
}

export interface HomeLock {
  update(state: HomeState): void;
  release(): void;
}

/** Longer than the services, NATS and Postgres may take to stop. */
const STOPPING_TAKES_MS = 60_000;

/** Makes this process the only supervisor of the home, or refuses and says who is. A stack that is stopping is waited for. */
export async function lockHome(home: Home, signal?: AbortSignal): Promise<HomeLock> {
  const giveUpAt = Date.now() + STOPPING_TAKES_MS;
  for (;;) {
    const lock = takeLock(home.file('run', 'supervisor.lock'), { state: 'starting' } satisfies HomeState);
    if (lock.taken) return { update: (state) => lock.update({ ...state }), release: () => lock.release() };
    const { pid, state, baseUrl } = lock.holder;
    if (state !== 'stopping' || Date.now() > giveUpAt) {
      const where = typeof baseUrl === 'string' ? `at ${baseUrl}` : 'and is still starting';
      throw new Refusal(
        `PSA already runs on ${home.path} ${where} (process ${pid}). Stop it first, or give this one a home of its own with PSA_HOME.`,
      );
    }
    await sleep(100, undefined, { signal });
  }
}
