/** Over which the fastest answer counts, in milliseconds: long enough for one that met no other to be among them. */
const WINDOW_MS = 100;
const DECREASE = 0.8;
const INCREASE = 1.25;

export interface ConcurrencyLimitOptions {
  /** Enough to keep a service busy whatever its answers take. */
  readonly min: number;
  readonly max: number;
  /** How long the fastest answer may take before the service is thought to have a queue inside. */
  readonly targetMs: number;
}

/**
 * How many requests a service is given at once, by what it can do: with more than that they wait for each other inside, where nobody can
 * refuse them any more. The fastest answer of a window tells of such a queue, as in CoDel (RFC 8289): a slow answer may be a large one,
 * but when even the fastest is slow, all of them waited. The limit is lowered only while it is reached.
 */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  #current: number;
  #windowSince = 0;
  #fastestMs = Number.POSITIVE_INFINITY;
  #reached = false;

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
    this.#current = options.max;
  }

  /** Requests the service is given at once, now. */
  get current(): number {
    return this.#current;
  }

  /** The least it falls to: answers met by fewer running requests need not be noted. */
  get min(): number {
    return this.#options.min;
  }

  /** Notes that a request has to wait for others to end. */
  noteReached(): void {
    this.#reached = true;
  }

  /** Notes an answer. @param now in milliseconds, by a clock that never goes back */
  noteAnswer(tookMs: number, now: number): void {
    if (tookMs < this.#fastestMs) this.#fastestMs = tookMs;
    if (now - this.#windowSince < WINDOW_MS) return;
    const { min, max, targetMs } = this.#options;
    if (this.#fastestMs <= targetMs) this.#current = Math.min(max, Math.ceil(this.#current * INCREASE));
    else if (this.#reached) this.#current = Math.max(min, Math.floor(this.#current * DECREASE));
    this.#windowSince = now;
    this.#fastestMs = Number.POSITIVE_INFINITY;
    this.#reached = false;
  }
}
