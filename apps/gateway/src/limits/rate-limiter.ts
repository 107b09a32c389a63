import type { AuthenticatedCaller } from '@psa/contracts-identity';
import { RecentMap } from '../recent-map.ts';
import type { BucketKind, RateLimitSync } from './rate-limit-sync.ts';
import {
  type BucketLimit,
  chargeTokens,
  fullBucket,
  refill,
  remaining,
  secondsUntilFull,
  takeToken,
  type TokenBucket,
  untilNextToken,
} from './token-bucket.ts';

export interface RateLimitDefaults {
  readonly key: BucketLimit;
  /** All keys of a tenant together. */
  readonly tenant: BucketLimit;
}

/** What became of one request under its caller's limits. */
export interface Admission {
  /** Milliseconds until the request may be tried again; 0 when it is admitted. */
  readonly retryAfterMs: number;
  /** Requests left now, under the tighter of the two limits. */
  readonly remaining: number;
  /** The key's burst. */
  readonly limit: number;
  /** Value of `RateLimit-Policy`. */
  readonly policy: string;
  /** Value of `RateLimit`. */
  readonly state: string;
}

interface CallerLimits extends RateLimitDefaults {
  readonly policy: string;
}

const BUCKETS = 20_000;

/**
 * Counts requests per key and per tenant, in this process, and what other gateways say they counted
 * (docs/decisions/0008-rate-limit-in-memory.md). A bucket that is forgotten for want of room starts full: too much is let
 * through rather than too little.
 */
export class RateLimiter {
  readonly #defaults: RateLimitDefaults;
  readonly #now: () => number;
  readonly #keys = new RecentMap<string, TokenBucket>(BUCKETS);
  readonly #tenants = new RecentMap<string, TokenBucket>(BUCKETS);
  #others: Pick<RateLimitSync, 'note'> | undefined;
  readonly #limits = new WeakMap<AuthenticatedCaller, CallerLimits>();

  constructor(defaults: RateLimitDefaults, now: () => number) {
    this.#defaults = defaults;
    this.#now = now;
  }

  /** @param others are told of each request that is admitted from here on, and whether little is left of its limit */
  share(others: Pick<RateLimitSync, 'note'>): void {
    this.#others = others;
  }

  /** Counts requests that another gateway has admitted. */
  charge(kind: BucketKind, id: string, requests: number, limit: BucketLimit): void {
    chargeTokens(bucketOf(kind === 'key' ? this.#keys : this.#tenants, id, limit, this.#now()), limit, requests);
  }

  /** Counts one request of the caller. */
  admit(caller: AuthenticatedCaller): Admission {
    const now = this.#now();
    const limits = this.#limitsOf(caller);
    const key = bucketOf(this.#keys, caller.credential.id, limits.key, now);
    const tenant = bucketOf(this.#tenants, caller.tenant, limits.tenant, now);
    // Neither is charged for a request the other refuses: a key over its limit does not use up its tenant's.
    const retryAfterMs = Math.max(untilNextToken(key, limits.key), untilNextToken(tenant, limits.tenant));
    if (retryAfterMs === 0) {
      takeToken(key);
      takeToken(tenant);
    }
    const ofKey = remaining(key);
    const ofTenant = remaining(tenant);
    if (retryAfterMs === 0) {
      this.#others?.note('key', caller.credential.id, limits.key, ofKey < limits.key.burst / 2);
      this.#others?.note('tenant', caller.tenant, limits.tenant, ofTenant < limits.tenant.burst / 2);
    }
    return {
      retryAfterMs,
      remaining: Math.min(ofKey, ofTenant),
      limit: limits.key.burst,
      policy: limits.policy,
      state: `"key";r=${ofKey};t=${secondsUntilFull(key, limits.key)}, "tenant";r=${ofTenant};t=${secondsUntilFull(tenant, limits.tenant)}`,
    };
  }

  #limitsOf(caller: AuthenticatedCaller): CallerLimits {
    let limits = this.#limits.get(caller);
    if (limits === undefined) {
      const key = ownLimit(caller.key_rate_limit) ?? this.#defaults.key;
      const tenant = ownLimit(caller.tenant_rate_limit) ?? this.#defaults.tenant;
      limits = { key, tenant, policy: `"key";${quota(key)}, "tenant";${quota(tenant)}` };
      this.#limits.set(caller, limits);
    }
    return limits;
  }
}

function bucketOf(buckets: RecentMap<string, TokenBucket>, id: string, limit: BucketLimit, now: number): TokenBucket {
  let bucket = buckets.get(id);
  if (bucket === undefined) buckets.set(id, (bucket = fullBucket(limit, now)));
  else refill(bucket, limit, now);
  return bucket;
}

function ownLimit(limit: AuthenticatedCaller['key_rate_limit']): BucketLimit | undefined {
  return limit === null ? undefined : { burst: limit.max_tokens, perMinute: limit.refill_per_min };
}

/** A bucket in the words of draft-ietf-httpapi-ratelimit-headers-11: so much within the time it takes to fill. */
function quota({ burst, perMinute }: BucketLimit): string {
  return `q=${burst};w=${Math.ceil((burst * 60) / perMinute)}`;
}
