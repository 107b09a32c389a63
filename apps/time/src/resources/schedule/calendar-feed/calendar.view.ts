import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator';
import type { Occurrence } from '../recurrence.rules.ts';
import type { ScheduleRow } from '../schedule.records.ts';

/**
 * A schedule as iCalendar (RFC 5545). Each occurrence is an event of its own in UTC, so that no program has to know our rules of
 * recurrence or the zone.
 */
export function toCalendar(found: readonly { readonly row: ScheduleRow; readonly occurrence: Occurrence }[]): string {
  const calendar = ical({
    name: 'PSA',
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'PSA', product: 'schedule', language: 'EN' },
    ttl: 15 * 60,
  });
  for (const { row, occurrence } of found)
    calendar.createEvent({
      id: row.recurrence_pattern === null ? row.entry_id : `${row.entry_id}_${occurrence.date}`,
      sequence: row.version,
      start: new Date(occurrence.start),
      end: new Date(occurrence.end),
      stamp: new Date(row.updated_at),
      summary: row.title,
      description: [row.work_item_title, row.notes].filter(Boolean).join('\n\n') || null,
      status: row.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      busystatus: row.status === 'cancelled' ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
    });
  return calendar.toString();
}
