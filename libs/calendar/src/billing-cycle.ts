import { Temporal } from 'temporal-polyfill';
import { addDays, type LocalDate, parseLocalDate, type Period } from './local-date.ts';

/** How often something is billed. */
export const billingCycles = ['weekly', 'bi-weekly', 'monthly', 'quarterly', 'semi-annually', 'annually'] as const;
export type BillingCycle = (typeof billingCycles)[number];

/** Where the periods of a cycle begin. What the cycle has no use for is ignored. */
export interface BillingAnchor {
  /** Day of the month, 1 to 31; where a month is shorter its last day. 1 when absent. */
  readonly day?: number;
  /** For the cycles of several months: a month, 1 to 12, in which a period begins. 1 when absent. */
  readonly month?: number;
  /** For weeks: 1 is Monday, 7 Sunday. 1 when absent. */
  readonly weekday?: number;
  /** For two weeks: a day on which a period begins; the first Monday of 1970 when absent. */
  readonly reference?: LocalDate;
}

const MONTHS: Partial<Record<BillingCycle, number>> = { monthly: 1, quarterly: 3, 'semi-annually': 6, annually: 12 };
/** A Monday. */
const FIRST_MONDAY = '1970-01-05';
const MOST_PERIODS = 1_000;

/**
 * The period of a cycle that a day falls into. The periods of a cycle and an anchor follow each other without a gap and cover
 * every day once.
 * @throws RangeError for a date that is none, or an anchor out of range
 */
export function billingPeriodOf(date: LocalDate, cycle: BillingCycle, anchor: BillingAnchor = {}): Period {
  const start = boundaryAtOrBefore(parseLocalDate(date), cycle, checked(anchor));
  return { start, end: nextBoundary(start, cycle, anchor) };
}

/**
 * The first day after this one on which a period begins. After a change of the anchor it ends one short period of transition.
 */
export function nextBoundary(date: LocalDate, cycle: BillingCycle, anchor: BillingAnchor = {}): LocalDate {
  const given = checked(anchor);
  const months = MONTHS[cycle];
  const from = parseLocalDate(date);
  if (months === undefined) return addDays(boundaryAtOrBefore(from, cycle, given), cycle === 'weekly' ? 7 : 14);
  const current = monthlyBoundary(from, months, given);
  return boundaryIn(current.add({ months }), given.day).toString();
}

/**
 * The periods of a cycle that begin on or after a day, up to one that begins before another.
 * @param from on which a period begins @throws RangeError when there are more than 1,000
 */
export function billingPeriods(from: LocalDate, until: LocalDate, cycle: BillingCycle, anchor: BillingAnchor = {}): Period[] {
  const periods: Period[] = [];
  for (let start = from; start < until;) {
    const end = nextBoundary(start, cycle, anchor);
    periods.push({ start, end });
    if (periods.length > MOST_PERIODS) throw new RangeError(`There are more than ${MOST_PERIODS} periods`);
    start = end;
  }
  return periods;
}

type Anchor = Required<BillingAnchor>;

function checked({ day = 1, month = 1, weekday = 1, reference = FIRST_MONDAY }: BillingAnchor): Anchor {
  const demand = (name: string, value: number, most: number) => {
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw new RangeError(`The ${name} of an anchor is 1 to ${most}, not ${value}`);
  };
  demand('day', day, 31);
  demand('month', month, 12);
  demand('weekday', weekday, 7);
  return { day, month, weekday, reference };
}

function boundaryAtOrBefore(date: Temporal.PlainDate, cycle: BillingCycle, anchor: Anchor): LocalDate {
  const months = MONTHS[cycle];
  if (months !== undefined) return boundaryIn(monthlyBoundary(date, months, anchor), anchor.day).toString();
  if (cycle === 'weekly') return date.subtract({ days: (date.dayOfWeek - anchor.weekday + 7) % 7 }).toString();
  const days = parseLocalDate(anchor.reference).until(date).days;
  return date.subtract({ days: ((days % 14) + 14) % 14 }).toString();
}

/** The month in which the period begins that a day falls into. */
function monthlyBoundary(date: Temporal.PlainDate, months: number, { day, month }: Anchor): Temporal.PlainYearMonth {
  // Of the months a period can begin in, one less than a period away, before the day or after it.
  const candidate = date.toPlainYearMonth().subtract({ months: (date.month - month) % months });
  return Temporal.PlainDate.compare(boundaryIn(candidate, day), date) <= 0 ? candidate : candidate.subtract({ months });
}

/** The anchor's day in a month, or the last one where the month is shorter. */
function boundaryIn(month: Temporal.PlainYearMonth, day: number): Temporal.PlainDate {
  return month.toPlainDate({ day: Math.min(day, month.daysInMonth) });
}
