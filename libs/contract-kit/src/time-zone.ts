import { z } from 'zod';

/** Zones go by many names, and not all are listed: trying tells. Offsets such as +02:00, which the runtime knows as well, are no zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Name of a time zone of the IANA database. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin');
