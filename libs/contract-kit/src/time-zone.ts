import { z } from 'zod';

/** No zone has a longer name. */
const MAX_NAME_LENGTH = 64;

/** Zones go by many names, and not all are listed: trying tells. Offsets such as +02:00, which the runtime knows as well, are no zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || name.length > MAX_NAME_LENGTH) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Name of a time zone of the IANA database. */
export const TimeZone = z.string().refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin');
