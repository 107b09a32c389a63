import { conflict } from '@psa/contract-kit';
import { MAX_WINDOW_DAYS } from '@psa/contracts-time';
import type { Tx } from '../../time-app.ts';
import { holidaysIn } from './holiday/holiday.records.ts';
import { occurrencesIn, type Recurring } from './recurrence.rules.ts';
import { occurringIn } from './schedule.list.ts';
import { lockPeople } from './schedule.records.ts';

const DAY_MS = 86_400_000;
const SHOWN = 10;

/**
 * Refuses an entry that would overlap what the same people have already, occurrence by occurrence for a year from its start. The people
 * are locked until the transaction ends, so that of two bookings at once one wins.
 * @param except the entry itself when it is changed
 * @throws CONFLICT naming the first overlaps
 */
export async function assertFree(tx: Tx, entry: Recurring, userIds: readonly string[], except?: string): Promise<void> {
  if (userIds.length === 0) return;
  await lockPeople(tx, userIds);
  const end = new Date(Date.parse(entry.scheduled_start) + MAX_WINDOW_DAYS * DAY_MS).toISOString();
  const window = { start: entry.scheduled_start, end: end > entry.scheduled_end ? end : entry.scheduled_end };
  const [wanted, taken] = [occurrencesIn(entry, window, await holidaysIn(tx)), await occurringIn(tx, window, {}, userIds)];
  const spans = taken
    .filter(({ row }) => row.entry_id !== except && row.status !== 'cancelled')
    .map(({ row, occurrence }) => ({ row, start: Date.parse(occurrence.start), end: Date.parse(occurrence.end) }));
  const overlaps = wanted.flatMap((occurrence) => {
    const [start, stop] = [Date.parse(occurrence.start), Date.parse(occurrence.end)];
    return spans
      .filter((span) => span.start < stop && span.end > start)
      .flatMap(({ row }) =>
        row.assignees
          .filter(({ user_id }) => userIds.includes(user_id))
          .map(({ user_id }) => ({ user_id, occurrence_date: occurrence.date, start: occurrence.start, end: occurrence.end })),
      );
  });
  if (overlaps.length > 0)
    throw conflict('Somebody is busy at that time', { conflicts: overlaps.slice(0, SHOWN), conflict_count: overlaps.length });
}
