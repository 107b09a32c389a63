import { ApiError } from '@psa/contract-kit';
import type { Exchange } from '../exchange.ts';
import type { ConcurrencyLimit } from '../shedding/concurrency-limit.ts';
import { QueueDelay } from '../shedding/queue-delay.ts';

interface Waiting {
  readonly exchange: Exchange;
  readonly since: number;
}

/** One tenant's requests to a service, or those of an address that calls without being anybody. */
interface Party {
  readonly name: string;
  running: number;
  readonly waiting: Waiting[];
  readonly delay: QueueDelay;
  /** Whether it is among those whose turn comes. */
  hasTurn: boolean;
}

export interface FairSharesOptions {
  /** The service, for people. */
  readonly service: string;
  /** Requests of all parties together that are under way. */
  readonly limit: ConcurrencyLimit;
  /** Requests of one party that are under way. */
  readonly share: number;
  /** Requests of one party that wait. */
  readonly mayWait: number;
  /** How long the first that waits may have waited, in a lasting overload, before further ones are refused. */
  readonly delayMs: number;
  /** Sends a request. */
  readonly start: (exchange: Exchange) => void;
  /** Is told of each request that is refused because the service has too many. */
  readonly onShed: () => void;
}

/** Of all that a service is given at once, whatever a party does: a quarter is left to others. */
const PART_OF_ONE = 0.75;

/**
 * Shares the connections to a service out: a party that holds as many as one may, with answers it reads slowly or requests that take long,
 * waits for its own, and leaves those of others alone. When all are taken, parties get them in turn, and the newest requests are refused
 * as soon as others have waited for too long; a party with less than an even share is not refused.
 */
export class FairShares {
  readonly #options: FairSharesOptions;
  readonly #parties = new Map<string, Party>();
  /** Those that wait for others' requests to end, the next one first. */
  readonly #turns: Party[] = [];
  readonly #delay: QueueDelay;
  #limit: number;
  #share: number;
  #running = 0;

  constructor(options: FairSharesOptions) {
    this.#options = options;
    this.#delay = new QueueDelay(options.delayMs);
    this.#limit = options.limit.current;
    this.#share = shareOf(options);
  }

  /** Sends a request when it is its party's turn, at once as a rule; refuses it when too many wait, or for too long. */
  run(exchange: Exchange): void {
    const name = exchange.caller?.tenant ?? exchange.origin.address;
    let party = this.#parties.get(name);
    if (party === undefined) {
      party = { name, running: 0, waiting: [], delay: new QueueDelay(this.#options.delayMs), hasTurn: false };
      this.#parties.set(name, party);
    }
    if (party.running < this.#share && this.#running < this.#limit) this.#begin(party, exchange);
    else this.#wait(party, exchange);
  }

  /** Notes that the service has begun to answer a request. */
  answered({ sentAt }: Exchange): void {
    if (sentAt === undefined) return;
    const now = performance.now();
    const { limit } = this.#options;
    limit.noteAnswer(now - sentAt, now);
    if (limit.current === this.#limit) return;
    this.#limit = limit.current;
    this.#share = shareOf(this.#options);
    this.#beginNext();
  }

  /** Takes the place of a request that is over back, for the one whose turn it is. */
  release({ caller, origin: { address } }: Exchange): void {
    const party = this.#parties.get(caller?.tenant ?? address);
    if (party === undefined) return;
    party.running--;
    this.#running--;
    this.#takeTurn(party);
    this.#beginNext();
    this.#forgetIdle(party);
  }

  #begin(party: Party, exchange: Exchange): void {
    party.running++;
    this.#running++;
    exchange.heldShare = this;
    // With fewer under way the limit cannot matter, and the clock need not be read.
    if (this.#running >= this.#options.limit.min) exchange.sentAt = performance.now();
    this.#options.start(exchange);
  }

  #beginNext(): void {
    while (this.#running < this.#limit) {
      const party = this.#turns.shift();
      if (party === undefined) return;
      party.hasTurn = false;
      const next = takeFirst(party.waiting);
      if (next === undefined) {
        this.#forgetIdle(party);
      } else {
        this.#begin(party, next);
        this.#takeTurn(party);
      }
    }
  }

  /** Has a party wait for others, unless it waits for nothing or for its own requests to end. */
  #takeTurn(party: Party): void {
    if (party.hasTurn || party.waiting.length === 0 || party.running >= this.#share) return;
    party.hasTurn = true;
    this.#turns.push(party);
  }

  #wait(party: Party, exchange: Exchange): void {
    if (party.waiting.length >= this.#options.mayWait) {
      exchange.refuse(new ApiError('RATE_LIMITED', 'Too many requests are under way', undefined, { 'retry-after': '1' }));
      return;
    }
    if (this.#running >= this.#limit) this.#options.limit.noteReached();
    const now = performance.now();
    if (!this.#mayJoin(party, now)) {
      this.#shed(exchange);
      return;
    }
    party.waiting.push({ exchange, since: now });
    this.#takeTurn(party);
  }

  #mayJoin(party: Party, now: number): boolean {
    const [own] = party.waiting;
    if (own !== undefined) return party.delay.mayJoin(own.since, now);
    party.delay.begin(now);
    if (party.running >= this.#share) return true;
    const first = this.#turns[0]?.waiting[0];
    if (first !== undefined) return this.#delay.mayJoin(first.since, now) || this.#hasLessThanOthers(party);
    this.#delay.begin(now);
    return true;
  }

  #hasLessThanOthers({ running }: Party): boolean {
    return running < Math.floor(this.#limit / this.#parties.size);
  }

  #shed(exchange: Exchange): void {
    this.#options.onShed();
    const message = `The ${this.#options.service} service has more requests than it can serve`;
    exchange.refuse(new ApiError('SERVICE_UNAVAILABLE', message));
  }

  #forgetIdle({ name, running, waiting }: Party): void {
    if (running === 0 && waiting.length === 0) this.#parties.delete(name);
  }
}

function shareOf({ limit, share }: FairSharesOptions): number {
  return Math.min(share, Math.ceil(limit.current * PART_OF_ONE));
}

/** The one that has waited longest and was not given up meanwhile, by its caller or by its deadline. */
function takeFirst(waiting: Waiting[]): Exchange | undefined {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) if (!next.exchange.answered) return next.exchange;
  return undefined;
}
