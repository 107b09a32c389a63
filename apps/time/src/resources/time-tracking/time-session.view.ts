import type { TimeSession } from '@psa/contracts-time';
import type { z } from 'zod';
import type { TimeSessionRow } from './time-session.records.ts';

/** A timer as the API shows it. @param now as milliseconds of the epoch */
export function toTimeSession(row: TimeSessionRow, overlongMinutes: number, now = Date.now()): z.infer<typeof TimeSession> {
  const elapsed_minutes = Math.max(0, Math.floor((now - Date.parse(row.start_time)) / 60_000));
  const { tenant: _tenant, ...session } = row;
  return { ...session, elapsed_minutes, is_overlong: elapsed_minutes > overlongMinutes, status: 'active' };
}

/** What others are told of a timer. */
export function sessionFacts({ session_id, user_id, work_item_type, work_item_id, service_id, start_time }: TimeSessionRow) {
  return { session_id, user_id, work_item_type, work_item_id, service_id, start_time };
}
