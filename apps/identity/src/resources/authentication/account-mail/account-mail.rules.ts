const MINUTE = 60;
/** A mail server that is down for a day is still waited for. */
const PAUSES = [1, 2, 5, 15, 30, 60, 120, 240, 240, 240, 480].map((minutes) => minutes * MINUTE);

/** Seconds until a mail is tried again; undefined when it is given up. @param attempts how often it was tried */
export function pauseAfter(attempts: number): number | undefined {
  return PAUSES[Math.max(0, attempts - 1)];
}
