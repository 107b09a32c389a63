import { randomUUID } from 'node:crypto';
import type { TestApi } from '@psa/test-kit';

/** Begins on a Monday; the month that entries in tests lie in. */
export const MONTH = { start_date: '2026-06-01', end_date: '2026-07-01' };

/** Service of every entry in tests. */
export const SERVICE = '05e11ce0-1111-4111-8111-111111111111';

/** Adds the period that entries in tests lie in. */
export async function makeMonth(api: TestApi): Promise<string> {
  const { status, body, text } = await api.post('/api/v1/time-periods', MONTH);
  if (status === 201) return body.data.period_id as string;
  const { body: list } = await api.get('/api/v1/time-periods');
  const period = (list.data as { period_id: string; start_date: string }[]).find(({ start_date }) => start_date === MONTH.start_date);
  if (period === undefined) throw new Error(text);
  return period.period_id;
}

/** A body that logs an hour of a day of {@link MONTH}. @param hour at which it begins, UTC */
export function anEntry(given: Record<string, unknown> = {}, day = 2, hour = 9): Record<string, unknown> {
  const at = (h: number) => `2026-06-${String(day).padStart(2, '0')}T${String(h).padStart(2, '0')}:00:00Z`;
  return {
    work_item_type: 'ticket',
    work_item_id: randomUUID(),
    start_time: at(hour),
    end_time: at(hour + 1),
    service_id: SERVICE,
    notes: 'Replaced the toner',
    ...given,
  };
}

export interface MadeEntry {
  readonly entry_id: string;
  readonly time_sheet_id: string;
  readonly approval_status: string;
  readonly work_item_id: string;
}

/** Logs time in {@link MONTH}. */
export async function makeEntry(api: TestApi, given: Record<string, unknown> = {}, day?: number, hour?: number): Promise<MadeEntry> {
  await makeMonth(api);
  const { status, body, text } = await api.post('/api/v1/time-entries', anEntry(given, day, hour));
  if (status !== 201) throw new Error(text);
  return body.data as MadeEntry;
}
