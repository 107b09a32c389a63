import { addDays, daysBetween, parseLocalDate, type Period } from '@psa/calendar';

/** How long somebody is to work from a day on, until the next. */
export interface Target {
  readonly effective_from: string;
  /** From Monday. */
  readonly minutes_by_weekday: readonly number[];
}

/**
 * Minutes somebody was to work in a period; null when nothing was set for any of its days.
 * @param targets in any order
 */
export function targetMinutes(targets: readonly Target[], { start, end }: Period, isHoliday: (date: string) => boolean): number | null {
  const inOrder = targets.toSorted((one, other) => (one.effective_from < other.effective_from ? 1 : -1));
  let minutes: number | null = null;
  const days = daysBetween(start, end);
  for (let index = 0; index < days; index++) {
    const date = addDays(start, index);
    const target = inOrder.find(({ effective_from }) => effective_from <= date);
    if (target === undefined) continue;
    minutes = (minutes ?? 0) + (isHoliday(date) ? 0 : (target.minutes_by_weekday[parseLocalDate(date).dayOfWeek - 1] ?? 0));
  }
  return minutes;
}
