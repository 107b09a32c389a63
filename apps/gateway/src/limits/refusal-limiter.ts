import { RecentMap } from '../recent-map.ts';
import { type BucketLimit, fullBucket, refill, remaining, takeToken, type TokenBucket, untilNextToken } from './token-bucket.ts';

const ADDRESSES = 20_000;

/**
 * Counts 401s per address, so that guessing keys ends at the gateway. Known callers never meet it: behind one address there
 * may be a whole office, and one misconfigured program in it.
 */
export class RefusalLimiter {
  readonly #limit: BucketLimit;
  readonly #now: () => number;
  readonly #addresses = new RecentMap<string, TokenBucket>(ADDRESSES);

  constructor(limit: BucketLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Milliseconds until the address may try an unknown credential again; 0 when it may now. */
  retryAfterMs(address: string): number {
    const bucket = this.#addresses.get(subscriber(address));
    if (bucket === undefined) return 0;
    refill(bucket, this.#limit, this.#now());
    return untilNextToken(bucket, this.#limit);
  }

  /** Notes a 401. @returns milliseconds until the next one will be answered as such; 0 when this one may */
  refused(address: string): number {
    const now = this.#now();
    const from = subscriber(address);
    let bucket = this.#addresses.get(from);
    if (bucket === undefined) this.#addresses.set(from, (bucket = fullBucket(this.#limit, now)));
    refill(bucket, this.#limit, now);
    if (remaining(bucket) === 0) return untilNextToken(bucket, this.#limit);
    takeToken(bucket);
    return 0;
  }
}

/** One subscriber has a whole /64 of IPv6 addresses: they count as one. */
function subscriber(address: string): string {
  if (!address.includes(':')) return address;
  const [beforeZeros = ''] = address.split('::', 1);
  return `${beforeZeros.split(':', 4).join(':')}::/64`;
}
