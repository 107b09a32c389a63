import { ApiError } from '@psa/contract-kit';
import type { Exchange } from '../exchange.ts';

/** One tenant's requests to a service, or those of an address that calls without being anybody. */
interface Party {
  running: number;
  readonly waiting: Exchange[];
}

/**
 * Shares the connections to a service out: a party that holds as many as one may, with answers it reads slowly or requests that take long,
 * waits for its own, and leaves those of others alone.
 */
export class FairShares {
  readonly #parties = new Map<string, Party>();
  readonly #share: number;
  readonly #mayWait: number;
  readonly #start: (exchange: Exchange) => void;

  /**
   * @param share connections of one party
   * @param mayWait requests of one party that wait for a connection
   * @param start sends a request
   */
  constructor(share: number, mayWait: number, start: (exchange: Exchange) => void) {
    this.#share = share;
    this.#mayWait = mayWait;
    this.#start = start;
  }

  /** Sends a request when it is its party's turn, at once as a rule; refuses it when too many wait. */
  run(exchange: Exchange): void {
    const name = exchange.caller?.tenant ?? exchange.origin.address;
    let party = this.#parties.get(name);
    if (party === undefined) this.#parties.set(name, (party = { running: 0, waiting: [] }));
    if (party.running < this.#share) {
      party.running++;
      exchange.heldShare = this;
      this.#start(exchange);
    } else if (party.waiting.length < this.#mayWait) {
      party.waiting.push(exchange);
    } else {
      exchange.refuse(new ApiError('RATE_LIMITED', 'Too many requests are under way', undefined, { 'retry-after': '1' }));
    }
  }

  /** Takes the connection of a request that is over back, for the one that waits longest. */
  release({ caller, origin: { address } }: Exchange): void {
    const name = caller?.tenant ?? address;
    const party = this.#parties.get(name);
    if (party === undefined) return;
    party.running--;
    for (let next = party.waiting.shift(); next !== undefined; next = party.waiting.shift()) {
      // Given up meanwhile, by its caller or by its deadline.
      if (next.answered) continue;
      party.running++;
      next.heldShare = this;
      this.#start(next);
      return;
    }
    if (party.running === 0) this.#parties.delete(name);
  }
}
