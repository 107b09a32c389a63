import { invalidField } from '@psa/contract-kit';

/** Checks that a window of days has at least one. @throws VALIDATION_ERROR naming `end_date` */
export function assertDaysInOrder(start: string | null, end: string | null): void {
  if (start !== null && end !== null && end <= start) throw invalidField('end_date', 'must be after start_date');
}
