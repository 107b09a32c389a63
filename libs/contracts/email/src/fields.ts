import { z } from 'zod';

/** One address, in lower case. */
export const EmailAddress = z
  .email({ error: 'must be an email address' })
  .max(320)
  .transform((text) => text.toLowerCase())
  .meta({ override: { type: 'string', format: 'email' } });

/** A header value: one line. */
export const OneLine = (max: number) =>
  z
    .string()
    .max(max)
    // eslint-disable-next-line no-control-regex
    .regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line without control characters');
