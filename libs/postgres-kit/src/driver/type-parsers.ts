import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const TEXT = 25;
const CHAR = 1042;
const VARCHAR = 1043;
const UUID = 2950;
const TEXT_ARRAY: number = 1009;
const VARCHAR_ARRAY = 1015;
const UUID_ARRAY = 2951;
const TEXTS: ReadonlySet<number> = new Set([TEXT, CHAR, VARCHAR, UUID]);
const TEXT_ARRAYS: ReadonlySet<number> = new Set([TEXT_ARRAY, VARCHAR_ARRAY, UUID_ARRAY]);

/** A year that ISO 8601 can say; `infinity` and the year 10000 have none. */
const FOUR_DIGITS = /^\d{4}-/;
const WHOLE_SECONDS = '2026-11-21 08:15:00';
const ZEROS = '.000';

/**
 * Timestamps arrive as ISO 8601 text, always with milliseconds: building a Date and printing it again costs 5 µs a value,
 * 127 µs a page of 25. Sessions run in UTC, and Postgres prints `2026-11-21 08:15:00.12+00`, without trailing zeros.
 */
export function isoFromPostgres(text: string): string {
  // Neither is written by the product, but one such row must not make every list fail that shows it.
  if (!FOUR_DIGITS.test(text) || text.endsWith(' BC')) return text;
  const end = text.length - 3;
  const fraction = end - WHOLE_SECONDS.length;
  if (!text.endsWith('+00') || fraction > ZEROS.length) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, end)}${fraction < ZEROS.length ? ZEROS.slice(fraction) : ''}Z`;
}

function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond the exact range of a JSON number`);
  return value;
}

/** Texts and UUIDs are what they came as. */
export function asIs(text: string): string {
  return text;
}

const parseTexts = pg.types.getTypeParser(TEXT_ARRAY, 'text') as (text: string) => string[];

/** Most arrays of a row, such as its tags, are empty: pg's parser makes objects of its own for each. */
function textsOf(text: string): string[] {
  return text === '{}' ? [] : parseTexts(text);
}

/** Parsers for the types whose default representation is not what goes over the wire. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === TIMESTAMPTZ) return isoFromPostgres;
      // pg's own parser makes midnight in the zone of the process of it, which is another day in UTC.
      if (oid === DATE) return String;
      if (oid === INT8) return exactNumber;
      if (oid === NUMERIC) return Number;
      if (TEXTS.has(oid)) return asIs;
      if (TEXT_ARRAYS.has(oid)) return textsOf;
    }
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;
