import { setTimeout as delay } from 'node:timers/promises';

export interface PaceLimits {
  readonly perSecond: number;
  readonly perMinute: number;
}

/** Companies whose calls are remembered; those that have not called for a minute are forgotten first. */
const MAX_COMPANIES = 10_000;

/** Keeps the calls of each company below the limits of the provider: a call that would be one too many waits. */
export class Pace {
  readonly #limits: PaceLimits;
  /** Times of the calls of the last minute, in milliseconds, by company. */
  readonly #calls = new Map<string, number[]>();

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /** Waits until a company may call, and counts the call. */
  async admit(company: string): Promise<void> {
    const now = Date.now();
    const calls = (this.#calls.get(company) ?? []).filter((at) => at > now - 60_000);
    const { perSecond, perMinute } = this.#limits;
    const at = Math.max(now, (calls.at(-perSecond) ?? 0) + 1_000, (calls.at(-perMinute) ?? 0) + 60_000);
    calls.push(at);
    this.#calls.delete(company);
    this.#calls.set(company, calls);
    if (this.#calls.size > MAX_COMPANIES) this.#calls.delete(this.#calls.keys().next().value as string);
    if (at > now) await delay(at - now);
  }
}
