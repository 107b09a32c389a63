import { conflict, notFound } from '@psa/contract-kit';
import { type CreateTimeEntry, type StartTracking, type StopTracking, timeTrackingEvents } from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import type { Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../time-app.ts';
import { type CheckedEntry, checkEntry, withoutOverlap, writeEntry } from '../time-entry/log-time.actions.ts';
import { cutToMinute, endOfTimer } from '../minutes.rules.ts';
import type { TimeEntryRecord } from '../time-entry/time-entry.records.ts';
import { requireService, requireWorkItem } from '../work-item/work-item.references.ts';
import { deleteTimeSession, findTimeSession, insertTimeSession, lockTimeSession, type TimeSessionRow } from './time-session.records.ts';
import { sessionFacts } from './time-session.view.ts';

type Caller = Pick<Principal, 'userId' | 'permissions' | 'actor'>;

/**
 * Starts the caller's timer. With `stop_active` the one that runs is stopped in the same transaction; one that ran less than a
 * minute is discarded.
 * @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT while one runs, or when the one to stop cannot be logged
 */
export async function startTracking(db: Db, ports: Ports, caller: Caller, { stop_active, ...input }: StartTracking): Promise<void> {
  await requireWorkItem(db, ports, caller, input);
  await requireService(db, ports, input.service_id);
  const running = await findTimeSession(db, caller.userId);
  if (running !== undefined && !stop_active) throw alreadyRuns(running);
  const start_time = new Date().toISOString();
  const stopped = running && (await checkStop(db, ports, caller, running, { end_time: endOfTimer(running.start_time) }));
  const start = () =>
    db.transaction(async (tx) => {
      const current = await lockTimeSession(tx, caller.userId);
      if (current?.session_id !== running?.session_id) throw conflict('Another timer was started or stopped meanwhile');
      if (current !== undefined) await endSession(tx, current, stopped);
      const session = { ...input, session_id: uuidv7(), user_id: caller.userId, start_time, work_item_id: input.work_item_id ?? null };
      await insertTimeSession(tx, { ...session, notes: input.notes ?? null });
      const row = await lockTimeSession(tx, caller.userId);
      emit(tx, timeTrackingEvents.started, sessionFacts(row!), 1);
    });
  await (stopped === undefined ? start() : withoutOverlap(db, caller.userId, stopped.input, start));
}

/**
 * Stops the caller's timer and logs its time; when that is refused the timer goes on.
 * @throws NOT_FOUND for a timer that is not the caller's, VALIDATION_ERROR, FORBIDDEN, CONFLICT when the time overlaps other time
 */
export async function stopTracking(db: Db, ports: Ports, caller: Caller, sessionId: string, input: StopTracking): Promise<TimeEntryRecord> {
  const session = await findTimeSession(db, caller.userId);
  if (session?.session_id !== sessionId) throw notFound('Timer');
  const entry = entryOf(session, { ...input, end_time: input.end_time ?? endOfTimer(session.start_time) });
  const checked = await checkEntry(db, ports, caller, entry);
  return withoutOverlap(db, caller.userId, entry, () =>
    db.transaction(async (tx) => {
      const current = await lockTimeSession(tx, caller.userId);
      if (current?.session_id !== sessionId) throw notFound('Timer');
      return (await endSession(tx, current, checked))!;
    }),
  );
}

/** Forgets the caller's timer and its time. @throws NOT_FOUND when none runs */
export function discardSession(db: Db, { userId }: Caller): Promise<void> {
  return db.transaction(async (tx) => {
    const session = await lockTimeSession(tx, userId);
    if (session === undefined) throw notFound('Timer');
    await endSession(tx, session, undefined);
  });
}

/** Logs the time of a timer unless it is to be discarded, and removes it. */
async function endSession(tx: Tx, session: TimeSessionRow, checked: CheckedEntry | undefined): Promise<TimeEntryRecord | undefined> {
  const entry = checked && (await writeEntry(tx, checked, true));
  await deleteTimeSession(tx, session.session_id);
  emit(tx, timeTrackingEvents.stopped, { ...sessionFacts(session), entry_id: entry?.entry_id ?? null }, 2);
  return entry;
}

/** What a timer that makes way for another is logged as; nothing when it has not run for a minute. */
async function checkStop(
  db: Db,
  ports: Ports,
  caller: Caller,
  session: TimeSessionRow,
  stop: StopTracking & { end_time: string },
): Promise<CheckedEntry | undefined> {
  if (cutToMinute(stop.end_time) <= cutToMinute(session.start_time)) return undefined;
  return checkEntry(db, ports, caller, entryOf(session, stop));
}

function entryOf(
  session: TimeSessionRow,
  { end_time, notes, service_id, is_billable }: StopTracking & { end_time: string },
): CreateTimeEntry {
  return {
    work_item_type: session.work_item_type,
    work_item_id: session.work_item_id ?? undefined,
    start_time: session.start_time,
    end_time,
    service_id: service_id ?? session.service_id,
    notes: notes === undefined ? session.notes : notes,
    is_billable: is_billable ?? true,
  };
}

function alreadyRuns({ session_id, start_time }: TimeSessionRow) {
  return conflict('A timer is already running: stop it, or start this one with stop_active', { session_id, start_time });
}
