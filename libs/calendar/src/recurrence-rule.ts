import { RRuleTemporal } from 'rrule-temporal';
import type { Temporal } from 'temporal-polyfill';

/** Rules come from tenants: these bounds keep the search for the next date within some milliseconds, whatever the rule says. */
const PARTS = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYDAY',
  'BYMONTH',
  'BYMONTHDAY',
  'BYYEARDAY',
  'BYWEEKNO',
  'BYSETPOS',
  'BYHOUR',
  'BYMINUTE',
  'WKST',
]);
const FREQUENCIES = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
const MAX_COUNT = 1000;
const SEARCH = { maxIterations: 1000, maxCandidateEvaluations: 50_000 };

/**
 * The first date of an RFC 5545 rule after a moment.
 * @param anchor its DTSTART and time zone
 * @returns null when the rule has ended
 * @throws Error saying what is wrong with the rule
 */
export function nextByRule(rule: string, anchor: Temporal.ZonedDateTime, after: Date): number | null {
  const rruleString = rule.toUpperCase().replace(/^RRULE:/, '');
  assertBounded(rruleString);
  const next = new RRuleTemporal({ rruleString, dtstart: anchor, tzid: anchor.timeZoneId, strict: true, cache: false, ...SEARCH }).next(
    after,
  );
  return next === null ? null : next.epochMilliseconds;
}

function assertBounded(rule: string): void {
  const parts = new Map<string, string>();
  for (const part of rule.split(';')) {
    const [name = '', value] = part.split('=', 2);
    if (!PARTS.has(name) || value === undefined) throw new SyntaxError(`${name.slice(0, 20)} is not a part that can be used`);
    if (parts.has(name)) throw new SyntaxError(`${name} is given twice`);
    parts.set(name, value);
  }
  if (!FREQUENCIES.has(parts.get('FREQ') ?? '')) throw new RangeError(`FREQ must be one of ${[...FREQUENCIES].join(', ')}`);
  for (const name of ['INTERVAL', 'COUNT']) {
    const value = parts.get(name);
    if (value !== undefined && !(/^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_COUNT)) {
      throw new RangeError(`${name} must be a whole number from 1 to ${MAX_COUNT}`);
    }
  }
  // Lists of hours and minutes multiply with the days of a year.
  if (/,/.test(parts.get('BYMINUTE') ?? '')) throw new RangeError('BYMINUTE must be one minute');
}
