import { addDays, billingPeriodOf, type Period } from '@psa/calendar';

export type { Period };

/** The calendar month a day lies in. */
export function monthOf(day: string): Period {
  return billingPeriodOf(day, 'monthly', {});
}

export function previousMonth({ start }: Period): Period {
  return monthOf(addDays(start, -1));
}
