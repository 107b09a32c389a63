import { z } from 'zod';
import { describedInPlace } from './described-in-place.ts';

/**
 * Any JSON value. Bodies are JSON already, so there is nothing to check; and zod's own schema of it, which contains itself, cannot
 * be described in place, nor as a type of the client.
 */
export const JsonValue = z
  .custom<z.core.util.JSONType>((value) => value !== undefined)
  .meta({ override: { description: 'Any JSON value' } });

/** A point in time from outside: ISO 8601 with any offset, or a calendar date read as its first instant in UTC; kept and returned in UTC. */
export const Instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: faultOfTime })
  .transform(toUtc)
  .meta({ override: { type: 'string', format: 'date-time' } });

/** Clocks of callers may be ahead by this much. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** A point in time from outside that has come, such as when something was done. */
export const PastInstant = Instant.refine((instant) => Date.parse(instant) <= Date.now() + CLOCK_SKEW_MS, 'must not be in the future').meta(
  {
    override: { type: 'string', format: 'date-time' },
  },
);

/** A point in time as the product returns it: ISO 8601 in UTC. */
export const Timestamp = z.string().meta({ override: { type: 'string', format: 'date-time' } });

/** A bound of a date filter: a date-time, or a calendar date read as its first instant in UTC. */
export const DateBound = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: faultOfTime })
  .transform(toUtc)
  .meta({ override: { type: 'string', examples: ['2026-01-31', '2026-01-31T08:00:00Z'] } });

/**
 * The last moment of a date filter, when it is there: a date-time, or a calendar date, which includes that day in UTC.
 * @param what the filter, for the documents, such as `Created at or before`
 */
export function dateUntil(what: string) {
  return z
    .union([z.iso.datetime({ offset: true }), z.iso.date().transform((day) => `${day}T23:59:59.999Z`)], { error: faultOfTime })
    .transform(toUtc)
    .meta({ override: { type: 'string', examples: ['2026-01-31', '2026-01-31T08:00:00Z'] } })
    .optional()
    .describe(`${what}; a date without a time includes that day in UTC`);
}

/** A boolean in a query string: the words `true` and `false`. */
export const QueryBoolean = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true')
  .meta({ override: { type: 'boolean' } });

/**
 * A whole number in a query string.
 * @param bounds inclusive limits and the value taken when the parameter is absent
 */
export function queryInteger(bounds: { min: number; max: number; default: number }) {
  return wholeNumber(bounds)
    .default(bounds.default)
    .meta({ override: { type: 'integer', minimum: bounds.min, maximum: bounds.max, default: bounds.default } });
}

/**
 * A whole number in a query string that means nothing when it is absent, such as the bound of a filter.
 * @param bounds inclusive limits
 */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .regex(/^-?\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ override: { type: 'integer', minimum: min, maximum: max } });
}

/**
 * A list in a query string: the parameter repeated, one value with commas, or a JSON array. An empty one counts as absent, one of blanks
 * alone is wrong.
 * @param item the schema of one element
 */
export function queryList<T extends z.ZodType<unknown, string>>(item: T) {
  const items = describedInPlace(item);
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value, context) => {
      const given = Array.isArray(value) ? value : [value];
      const parts = given
        .flatMap((part) => jsonList(part) ?? part.split(','))
        .map((part) => part.trim())
        .filter(Boolean);
      if (parts.length > 0) return parts;
      if (given.every((part) => !/\s/.test(part) || jsonList(part) !== undefined)) return undefined;
      context.addIssue({ code: 'custom', message: 'must not consist of blanks' });
      return z.NEVER;
    })
    .pipe(z.array(item).max(100).optional())
    .meta({ override: { type: 'array', items, maxItems: 100 } });
}

/** The strings of a JSON array; undefined where the text is none, or escapes bring in what no database stores. */
function jsonList(text: string): string[] | undefined {
  if (!/^\s*\[.*\]\s*$/s.test(text)) return undefined;
  try {
    const list = JSON.parse(text) as unknown[];
    return list.every((item) => typeof item === 'string' && !item.includes('\0') && item.isWellFormed()) ? (list as string[]) : undefined;
  } catch {
    return undefined;
  }
}

function faultOfTime({ input }: { readonly input?: unknown }): string {
  return input === undefined ? 'is required' : 'must be a date such as 2026-01-31 or a date and time such as 2026-01-31T08:00:00Z';
}

/** Year 0 does not exist in Postgres, and ISO 8601 has no fifth digit: an offset carries an instant across either end. */
function toUtc(text: string, context: z.RefinementCtx): string {
  const iso = new Date(text).toISOString();
  if (/^(?!0000)\d{4}-/.test(iso)) return iso;
  context.addIssue({ code: 'custom', message: 'must lie in the years 0001 to 9999' });
  return z.NEVER;
}
