import { nextByRule } from '@psa/calendar';
import { invalidField } from '@psa/contract-kit';
import { Temporal } from 'temporal-polyfill';

/** When tickets are opened. */
export interface Recurrence {
  readonly rrule: string;
  readonly start_date: string;
  readonly end_date: string | null;
  readonly timezone: string;
}

/**
 * The next moment of a rule after another one; what was missed before that is not made up for.
 * @returns null when there is none any more
 * @throws VALIDATION_ERROR when the rule is none
 */
export function nextRun({ rrule, start_date, end_date, timezone }: Recurrence, after: Date): string | null {
  const anchor = Temporal.Instant.from(start_date).toZonedDateTimeISO(timezone);
  let next: number | null;
  try {
    // The start itself may be the first moment.
    next = nextByRule(rrule, anchor, new Date(Math.max(after.getTime(), anchor.epochMilliseconds - 1)));
  } catch (error) {
    throw invalidField('rrule', (error as Error).message, 'invalid_rule');
  }
  if (next === null || (end_date !== null && next > Date.parse(end_date))) return null;
  return new Date(next).toISOString();
}
