import { intersectPeriods, type Period } from '@psa/calendar';

/** Days on which something is active. */
export interface ActivePeriod {
  readonly start: string;
  /** Exclusive; null for ever. */
  readonly end: string | null;
}

/** Beyond any period that ends. */
export const FOR_EVER = '9999-12-31';

/** Whether a day is one of those of the periods. */
export function coversDay(periods: readonly ActivePeriod[], day: string): boolean {
  return periods.some(({ start, end }) => start <= day && (end === null || day < end));
}

/** Days of the periods within another one. @param periods in their order, apart from each other */
export function periodsWithin(periods: readonly ActivePeriod[], within: Period): Period[] {
  return periods.flatMap(({ start, end }) => intersectPeriods({ start, end: end ?? FOR_EVER }, within) ?? []);
}
