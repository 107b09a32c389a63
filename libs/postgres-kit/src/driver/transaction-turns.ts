/** Share of the connections that single statements always find free of transactions. */
const FOR_STATEMENTS = 0.2;

/**
 * Lets fewer transactions run at a time than there are connections. The others wait their turn, first come first served. A transaction may
 * wait for a lock. If transactions held all connections, every read would wait with them, also the read that follows a commit: a request
 * that succeeded would be answered as failed.
 */
export class TransactionTurns {
  readonly #places: number;
  readonly #patienceMs: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  /** @param patienceMs how long a transaction waits for its turn */
  constructor(connections: number, patienceMs: number) {
    this.#places = Math.max(1, Math.floor(connections * (1 - FOR_STATEMENTS)));
    this.#patienceMs = patienceMs;
  }

  /** Transactions that wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Takes a turn. Call {@link end} after it.
   * @returns undefined when the turn has come at once, otherwise a promise of it
   * @throws the error of a pool without a free connection, when the turn does not come in time
   */
  take(): Promise<void> | undefined {
    if (this.#running < this.#places) {
      this.#running++;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        this.#waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.#patienceMs);
      this.#waiting.add(begin);
    });
  }

  /** Ends a turn and gives it to the transaction that has waited longest. */
  end(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#running--;
    else next();
  }
}
