/** How many times the delay of a lasting overload a burst may cause. */
const BURST_FACTOR = 5;

/**
 * Decides whether a queue takes one more, by how long its first entry has waited. A burst may wait five times the target. A queue that
 * has not been empty for that long is no burst but an overload: from then on entries are refused as soon as the first has waited for
 * the target. Refused are the newest: those who have waited longest are served, and everybody learns at once what becomes of them.
 * This is the rule of CoDel (RFC 8289) as servers use it: "Fail at Scale", ACM Queue 13 (8), 2015.
 */
export class QueueDelay {
  readonly #targetMs: number;
  readonly #burstMs: number;
  /** Since when the queue was never empty. */
  #standingSince = 0;
  #refusedAt = Number.NEGATIVE_INFINITY;

  /** @param targetMs how long the first entry may have waited in a lasting overload */
  constructor(targetMs: number) {
    this.#targetMs = targetMs;
    this.#burstMs = targetMs * BURST_FACTOR;
  }

  /** Notes that somebody joins an empty queue. @param now in milliseconds, by a clock that never goes back */
  begin(now: number): void {
    // Refusing has emptied it: the overload goes on.
    const isStillOverloaded = now - this.#refusedAt < this.#burstMs;
    this.#standingSince = isStillOverloaded ? Number.NEGATIVE_INFINITY : now;
  }

  /** Whether one more may join a queue. @param firstSince when the first entry joined it */
  mayJoin(firstSince: number, now: number): boolean {
    const allowedMs = now - this.#standingSince < this.#burstMs ? this.#burstMs : this.#targetMs;
    if (now - firstSince < allowedMs) return true;
    this.#refusedAt = now;
    return false;
  }
}
