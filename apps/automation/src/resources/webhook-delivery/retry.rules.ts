import type { RetryConfig } from '@psa/contracts-automation';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses of Standard Webhooks: quick first, for a passing fault, then over three days, for a receiver that is being repaired. */
const STANDARD_DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** Each pause is up to so much longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.2;

const LONGEST_WISH = 24 * HOUR;

/** Failed attempts in a row after which the receiver is left alone for a while. */
const FAILURES_BEFORE_PAUSE = 5;
const LONGEST_PAUSE = HOUR;

/** A receiver that has failed for so long is not sent to any more. */
export const DISABLE_AFTER_MS = 72 * HOUR;

/**
 * Milliseconds until the next attempt.
 * @param attempts made so far, all of them failed
 * @param chance from 0 up to 1
 * @param wishMs how long the receiver asked to be left alone
 * @returns undefined when there is none
 */
export function retryDelay(config: RetryConfig, attempts: number, chance: number, wishMs = 0): number | undefined {
  if (attempts >= config.max_attempts) return undefined;
  const base = baseDelay(config, attempts);
  if (base === undefined) return undefined;
  const jittered = Math.round(base * (1 + JITTER * (2 * chance - 1)));
  return Math.max(jittered, Math.min(wishMs, LONGEST_WISH));
}

function baseDelay(
  { strategy, initial_delay, max_delay, backoff_multiplier, delays = [] }: RetryConfig,
  attempts: number,
): number | undefined {
  if (strategy === 'standard') return STANDARD_DELAYS[attempts - 1];
  if (strategy === 'custom') return delays[attempts - 1];
  const factor = { exponential_backoff: backoff_multiplier ** (attempts - 1), linear_backoff: attempts, fixed_interval: 1 }[strategy];
  return Math.min(initial_delay * factor, max_delay);
}

/**
 * Milliseconds for which a receiver is sent nothing: after five failures a minute, then twice as long each time, an hour at most.
 * @param failures attempts that failed since the last success
 */
export function pauseAfter(failures: number): number {
  if (failures < FAILURES_BEFORE_PAUSE) return 0;
  return Math.min(MINUTE * 2 ** Math.min(failures - FAILURES_BEFORE_PAUSE, 10), LONGEST_PAUSE);
}

/**
 * How long a receiver asks to be left alone.
 * @param header value of Retry-After: seconds or a date
 * @returns 0 when it does not say, or says it in another way
 */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /.test(text)) return 0;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
