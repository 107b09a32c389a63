import { addDays, addMonths } from '@psa/calendar';
import type { RecurringInvoice } from '@psa/contracts-billing';

type Rule = Pick<RecurringInvoice, 'frequency' | 'start_date' | 'end_date' | 'max_generations'>;

const MONTHS = { monthly: 1, quarterly: 3, annually: 12 } as const;

/**
 * Day of the nth invoice, the first being 0. Months are counted from the first day, so that the 31st comes back after a short month.
 * @returns null when none is to come
 */
export function generationDate({ frequency, start_date, end_date, max_generations }: Rule, nth: number): string | null {
  if (max_generations !== null && nth >= max_generations) return null;
  const day =
    frequency === 'daily' || frequency === 'weekly'
      ? addDays(start_date, nth * (frequency === 'daily' ? 1 : 7))
      : addMonths(start_date, nth * MONTHS[frequency]);
  return end_date !== null && day > end_date ? null : day;
}
