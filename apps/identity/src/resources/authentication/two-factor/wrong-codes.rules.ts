const MINUTE = 60_000;
const WRONG_CODES_PER_LOCK = 10;
/** The first lock, the second, and so on; the last one repeats. */
const LOCK_DURATIONS_MS = [15 * MINUTE, 60 * MINUTE, 4 * 60 * MINUTE, 24 * 60 * MINUTE];

/**
 * How long codes are refused unseen after a wrong one, in milliseconds. In the long run a guesser has ten tries a day, and three of a
 * million codes are right at any time. Codes are only checked after the first factor, so strangers cannot lock an account.
 * @param wrongCodes wrong codes in a row
 */
export function lockAfter(wrongCodes: number): number {
  if (wrongCodes === 0 || wrongCodes % WRONG_CODES_PER_LOCK !== 0) return 0;
  return LOCK_DURATIONS_MS[Math.min(wrongCodes / WRONG_CODES_PER_LOCK, LOCK_DURATIONS_MS.length) - 1] as number;
}
