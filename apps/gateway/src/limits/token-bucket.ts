/** How much is allowed: so many at once after a pause, and so many a minute in the long run. */
export interface BucketLimit {
  readonly burst: number;
  readonly perMinute: number;
}

/** What is left of a limit at a point in time. */
export interface TokenBucket {
  tokens: number;
  /** When the tokens were counted, in milliseconds. */
  countedAt: number;
}

/** Sums of fractions may fall short of the whole they stand for. */
const ROUNDING = 1e-6;
const MINUTE_MS = 60_000;

export function fullBucket(limit: BucketLimit, now: number): TokenBucket {
  return { tokens: limit.burst, countedAt: now };
}

/** Adds what has come in since the last count; a clock that went back adds nothing, and a lowered limit holds at once. */
export function refill(bucket: TokenBucket, limit: BucketLimit, now: number): void {
  const elapsed = Math.max(0, now - bucket.countedAt);
  bucket.tokens = Math.min(limit.burst, bucket.tokens + (elapsed * limit.perMinute) / MINUTE_MS);
  bucket.countedAt = now;
}

/** Whole tokens in a refilled bucket. */
export function remaining(bucket: TokenBucket): number {
  return Math.max(0, Math.floor(bucket.tokens + ROUNDING));
}

/** Takes one token of a refilled bucket that has one. */
export function takeToken(bucket: TokenBucket): void {
  bucket.tokens = Math.max(0, bucket.tokens - 1);
}

/** Takes tokens that were spent already. What that is more than there was is made up for, though never for longer than a full bucket takes. */
export function chargeTokens(bucket: TokenBucket, limit: BucketLimit, tokens: number): void {
  bucket.tokens = Math.max(-limit.burst, bucket.tokens - tokens);
}

/** Milliseconds until a refilled bucket has a token; 0 when it has one. */
export function untilNextToken(bucket: TokenBucket, limit: BucketLimit): number {
  return remaining(bucket) > 0 ? 0 : Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / limit.perMinute);
}

/** Whole seconds until a refilled bucket is full. */
export function secondsUntilFull(bucket: TokenBucket, limit: BucketLimit): number {
  return Math.ceil(((limit.burst - bucket.tokens) * 60) / limit.perMinute - ROUNDING);
}
