const MINUTE = 60_000;
const EVERY = 10;
const LOCKS = [15 * MINUTE, 60 * MINUTE, 4 * 60 * MINUTE, 24 * 60 * MINUTE];

/**
 * How long no code is looked at after so many wrong ones, in milliseconds. Guessing goes on at ten codes a day at most, three of a
 * million codes being right at any time; the owner has a recovery code in the meantime. Only who has proved the first factor gets here:
 * strangers lock no one out.
 * @param wrongCodes one after another, without a right one between
 */
export function lockAfter(wrongCodes: number): number {
  if (wrongCodes === 0 || wrongCodes % EVERY !== 0) return 0;
  return LOCKS[Math.min(wrongCodes / EVERY, LOCKS.length) - 1] as number;
}
