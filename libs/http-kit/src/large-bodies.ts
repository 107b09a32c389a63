import { ApiError } from '@psa/contract-kit';

const MIB = 1024 * 1024;

/** What all large bodies of a process hold at once: beside it, a pod of 384 MiB has room for everything else. */
const BUDGET_BYTES = 100 * MIB;
/** Of one tenant: however slowly it sends, others have the other half. */
const SHARE_BYTES = 50 * MIB;
const MAX_WAIT_MS = 10_000;

/** Whether a body has to have room before it is read. */
export function isLargeBody(bytes: number): boolean {
  return bytes > MIB;
}

interface Waiting {
  readonly party: string;
  readonly bytes: number;
  readonly begin: () => void;
}

/** Lets only so many large request bodies into the memory of a process at once; others wait their turn before they are read. */
export class LargeBodies {
  readonly #waiting = new Set<Waiting>();
  readonly #held = new Map<string, number>();
  readonly #maxWaitMs: number;
  #total = 0;

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * Takes room for a body.
   * @param party whose it is: a tenant
   * @param bytes announced, or the most there may be
   * @returns gives the room back
   * @throws SERVICE_UNAVAILABLE when there is none in time
   */
  async take(party: string, bytes: number): Promise<() => void> {
    if (!this.#fits(party, bytes)) await this.#turn(party, bytes);
    else this.#hold(party, bytes);
    return () => {
      this.#hold(party, -bytes);
      for (const next of this.#waiting) if (this.#fits(next.party, next.bytes)) next.begin();
    };
  }

  #turn(party: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        party,
        bytes,
        begin: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          this.#hold(party, bytes);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new ApiError('SERVICE_UNAVAILABLE', 'Too many uploads are under way', undefined, { 'retry-after': '5' }));
      }, this.#maxWaitMs);
      this.#waiting.add(waiting);
    });
  }

  /** Whoever is alone always fits. */
  #fits(party: string, bytes: number): boolean {
    const own = this.#held.get(party) ?? 0;
    return (own === 0 || own + bytes <= SHARE_BYTES) && (this.#total === 0 || this.#total + bytes <= BUDGET_BYTES);
  }

  #hold(party: string, bytes: number): void {
    this.#total += bytes;
    const own = (this.#held.get(party) ?? 0) + bytes;
    if (own === 0) this.#held.delete(party);
    else this.#held.set(party, own);
  }
}
