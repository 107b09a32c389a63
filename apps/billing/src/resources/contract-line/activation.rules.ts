import { mergePeriods, type Period } from '@psa/calendar';
import { FOR_EVER } from './active-periods.rules.ts';

/** Days a contract line is inactive before it is activated again. */
export interface InactivePeriod {
  /** Null where it had never been active before. */
  readonly starts_on: string | null;
  /** Exclusive. */
  readonly ends_on: string;
}

/** When a contract line is active. */
export interface Activation {
  /** What it is from `activation_date` on; ever since it was made when that is null. */
  readonly is_active: boolean;
  readonly activation_date: string | null;
  /** In their order. */
  readonly inactive: readonly InactivePeriod[];
}

const BEGINNING = '0001-01-01';

/** Activates or deactivates from a day on: days before it stay as they are, later changes are dropped. */
export function activateFrom(previous: Activation, is_active: boolean, day: string): Activation {
  const before = inactiveDays(previous).flatMap(({ start, end }) => (start < day ? [{ start, end: end < day ? end : day }] : []));
  const inactive = mergePeriods(is_active ? before : [...before, { start: day, end: FOR_EVER }]);
  const last = inactive.at(-1);
  const ended = inactive.filter(({ end }) => end !== FOR_EVER);
  return {
    is_active: last?.end !== FOR_EVER,
    activation_date: last === undefined ? null : last.end === FOR_EVER ? orNull(last.start) : last.end,
    inactive: ended.map(({ start, end }) => ({ starts_on: orNull(start), ends_on: end })),
  };
}

/** All days it is inactive. A line whose inactive period was not kept was never active before its activation. */
function inactiveDays({ is_active, activation_date, inactive }: Activation): Period[] {
  const ended = inactive.map(({ starts_on, ends_on }) => ({ start: starts_on ?? BEGINNING, end: ends_on }));
  if (!is_active) return mergePeriods([...ended, { start: activation_date ?? BEGINNING, end: FOR_EVER }]);
  const isKept = activation_date === null || inactive.some(({ ends_on }) => ends_on === activation_date);
  return isKept ? mergePeriods(ended) : mergePeriods([...ended, { start: BEGINNING, end: activation_date }]);
}

function orNull(start: string): string | null {
  return start === BEGINNING ? null : start;
}
