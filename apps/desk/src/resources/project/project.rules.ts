import { invalidField } from '@psa/contract-kit';

/** @throws VALIDATION_ERROR when an end lies before its start */
export function assertDatesInOrder(
  start: string | null | undefined,
  end: string | null | undefined,
  field: string | (string | number)[] = 'end_date',
) {
  if (start && end && Date.parse(end) < Date.parse(start)) throw invalidField(field, 'must not be before the start');
}

/** An instant as far from the new start as it was from the old one. */
export function shifted(instant: string | null, byMs: number): string | null {
  return instant === null ? null : new Date(Date.parse(instant) + byMs).toISOString();
}

/** Minutes as hours with two decimals. */
export function hoursOf(minutes: number): number {
  return Math.round((minutes / 60) * 100) / 100;
}

/** Done tasks in percent of all. */
export function progressOf(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed / total) * 100);
}

/** A code of the work breakdown structure under another root. */
export function underRoot(code: string, oldRoot: string, newRoot: string): string {
  return newRoot + code.slice(oldRoot.length);
}
