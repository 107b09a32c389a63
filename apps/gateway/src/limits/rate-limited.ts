import { ApiError } from '@psa/contract-kit';

const LONGEST_SECONDS = 3_600;

/**
 * A 429 that says when to come back, within bounds: a caller told to wait for years would rather never come back.
 * @param retryAfterMs until the next request is admitted
 * @param now in milliseconds
 */
export function rateLimited(retryAfterMs: number, now: number): ApiError {
  const bounded = Math.min(Math.max(retryAfterMs, 1), LONGEST_SECONDS * 1000);
  return new ApiError(
    'RATE_LIMITED',
    undefined,
    { retry_after_ms: bounded, remaining: 0 },
    {
      'retry-after': String(Math.ceil(bounded / 1000)),
      'x-ratelimit-reset': new Date(now + bounded).toISOString(),
    },
  );
}
