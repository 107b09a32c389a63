import { invalidField, notFound } from '@psa/contract-kit';
import {
  type CreateScheduleEntry,
  type RecurrencePattern,
  type ScheduleScope,
  scheduleEvents,
  type UpdateScheduleEntry,
} from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import { addDays, localDateAt } from '@psa/calendar';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../time-app.ts';
import { findUser, requireWorkItem, zoneOf } from '../work-item/work-item.references.ts';
import { assertFree } from './conflict.actions.ts';
import { holidaysIn } from './holiday/holiday.records.ts';
import { assertPattern, type Occurrence, occurrencesIn, recurs, recursUntil } from './recurrence.rules.ts';
import { demandWritable } from './schedule.access.ts';
import {
  deleteScheduleRow,
  findSchedule,
  insertSchedule,
  lockSchedule,
  type ScheduleRow,
  setAssignees,
  updateScheduleRow,
} from './schedule.records.ts';
import { scheduleFacts } from './schedule.view.ts';

type Caller = Pick<Principal, 'userId' | 'permissions' | 'actor'>;

/** What an entry is, without who is on it and what stamps it. */
type Content = Omit<
  ScheduleRow,
  | 'entry_id'
  | 'assignees'
  | 'work_item_title'
  | 'tenant'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'recurs_until'
  | 'original_entry_id'
  | 'created_by'
>;

const DAY_MS = 86_400_000;

/** Puts something on schedules. @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT when somebody is busy and it is to be refused then */
export async function createScheduleEntry(db: Db, ports: Ports, caller: Caller, input: CreateScheduleEntry): Promise<string> {
  const { assigned_user_ids: userIds = [caller.userId], on_conflict, timezone, ...given } = input;
  demandWritable(undefined, userIds, caller, 'create');
  await requirePeople(db, ports, userIds);
  await requireItem(db, ports, caller, given);
  const content: Content = {
    notes: null,
    is_private: false,
    status: 'scheduled',
    ...given,
    work_item_type: given.work_item_type ?? null,
    work_item_id: given.work_item_id ?? null,
    scheduled_start: new Date(given.scheduled_start).toISOString(),
    scheduled_end: new Date(given.scheduled_end).toISOString(),
    timezone: timezone ?? (await zoneOf(db, ports, caller.userId)),
    recurrence_pattern: given.recurrence_pattern ?? null,
  };
  assertContent(content);
  return db.transaction(async (tx) => {
    if (on_conflict === 'refuse') await assertFree(tx, content, userIds);
    return (await addEntry(tx, content, userIds, caller.userId, null)).entry_id;
  });
}

/**
 * Changes an entry: a single occurrence of a recurring one becomes an entry of its own, `future` a new recurring one.
 * @returns the id of the entry that holds the changes
 * @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when somebody is busy and it is to be refused then
 */
export async function updateScheduleEntry(
  db: Db,
  ports: Ports,
  caller: Caller,
  entryId: string,
  { scope, occurrence_date, assigned_user_ids, on_conflict, ...given }: UpdateScheduleEntry,
  accepted: Accepted,
): Promise<string> {
  const before = await findSchedule(db, entryId);
  if (before === undefined) throw notFound('Schedule entry');
  demandWritable(before, assigned_user_ids ?? [], caller, 'update');
  if (assigned_user_ids !== undefined) await requirePeople(db, ports, assigned_user_ids);
  if (given.work_item_id !== undefined || given.work_item_type !== undefined)
    await requireItem(db, ports, caller, { ...before, ...definedOf(given) });
  const isHoliday = await holidaysIn(db);
  return db.transaction(async (tx) => {
    const current = await lockSchedule(tx, entryId);
    if (current === undefined) throw notFound('Schedule entry');
    demandVersion(accepted, current.version);
    demandWritable(current, assigned_user_ids ?? [], caller, 'update');
    const userIds = assigned_user_ids ?? current.assignees.map(({ user_id }) => user_id);
    const occurrence = occurrenceOf(current, { scope, occurrence_date }, isHoliday);
    if (occurrence === undefined) {
      await changeWhole(tx, current, changed(current, given), userIds, on_conflict === 'refuse');
      return entryId;
    }
    const split = scope === 'single' ? singleOf(current, occurrence) : futureOf(current, occurrence);
    const content = changed(split, given);
    assertContent(content);
    await cutOut(tx, current, occurrence, scope === 'future');
    if (on_conflict === 'refuse') await assertFree(tx, content, userIds);
    return (await addEntry(tx, content, userIds, current.created_by, entryId)).entry_id;
  });
}

/** @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, VALIDATION_ERROR */
export async function deleteScheduleEntry(
  db: Db,
  caller: Caller,
  entryId: string,
  scope: ScheduleScope,
  accepted: Accepted,
): Promise<void> {
  const isHoliday = await holidaysIn(db);
  await db.transaction(async (tx) => {
    const current = await lockSchedule(tx, entryId);
    if (current === undefined) throw notFound('Schedule entry');
    demandWritable(current, [], caller, 'delete');
    demandVersion(accepted, current.version);
    const occurrence = occurrenceOf(current, scope, isHoliday);
    if (occurrence !== undefined) return cutOut(tx, current, occurrence, scope.scope === 'future');
    await remove(tx, current);
  });
}

async function remove(tx: Tx, entry: ScheduleRow): Promise<void> {
  await deleteScheduleRow(tx, entry.entry_id);
  emit(tx, scheduleEvents.deleted, scheduleFacts(entry), entry.version + 1);
}

async function addEntry(
  tx: Tx,
  content: Content,
  userIds: readonly string[],
  createdBy: string,
  original: string | null,
): Promise<ScheduleRow> {
  const entry_id = uuidv7();
  const { recurrence_pattern: pattern, ...rest } = content;
  const recurrence_pattern = pattern === null ? null : JSON.stringify(pattern);
  const row = {
    ...rest,
    entry_id,
    recurrence_pattern,
    recurs_until: recursUntil(content),
    created_by: createdBy,
    original_entry_id: original,
  };
  await insertSchedule(tx, row, userIds);
  const added = (await findSchedule(tx, entry_id))!;
  emit(tx, scheduleEvents.created, scheduleFacts(added), added.version);
  return added;
}

async function changeWhole(tx: Tx, current: ScheduleRow, content: Content, userIds: readonly string[], refuses: boolean): Promise<void> {
  assertContent(content);
  if (refuses) await assertFree(tx, content, userIds, current.entry_id);
  const { recurrence_pattern, ...scalars } = content;
  const changes = changedMembers(current, scalars);
  const names: string[] = Object.keys(changes);
  // Compared by value: the database gives the members back in another order.
  names.push(...Object.keys(changedMembers(current, { recurrence_pattern })));
  const before = current.assignees.map(({ user_id }) => user_id).toSorted();
  if ([...new Set(userIds)].toSorted().join() !== before.join()) names.push('assigned_user_ids');
  if (names.length === 0) return;
  await write(tx, current.entry_id, { ...changes, ...(names.includes('recurrence_pattern') && { recurrence_pattern }) }, content);
  if (names.includes('assigned_user_ids')) await setAssignees(tx, current.entry_id, userIds);
  await tellUpdated(tx, current.entry_id, names);
}

/** Takes an occurrence, or it and all later ones, out of its series; a series of which nothing is left goes. */
async function cutOut(tx: Tx, current: ScheduleRow, { date }: Occurrence, isFuture: boolean): Promise<void> {
  const pattern = current.recurrence_pattern!;
  const recurrence_pattern: RecurrencePattern = isFuture
    ? { ...pattern, endDate: addDays(date, -1), exceptions: pattern.exceptions.filter((day) => day < date) }
    : { ...pattern, exceptions: [...pattern.exceptions, date].toSorted() };
  if (!recurs({ ...current, recurrence_pattern })) return remove(tx, current);
  await write(tx, current.entry_id, { recurrence_pattern }, { ...current, recurrence_pattern });
  await tellUpdated(tx, current.entry_id, ['recurrence_pattern']);
}

async function write(tx: Tx, entryId: string, changes: Partial<Content>, content: Content): Promise<void> {
  const { recurrence_pattern: pattern, ...scalars } = changes;
  await updateScheduleRow(tx, entryId, {
    ...scalars,
    ...(pattern !== undefined && { recurrence_pattern: pattern === null ? null : JSON.stringify(pattern) }),
    recurs_until: recursUntil(content),
  });
}

async function tellUpdated(tx: Tx, entryId: string, names: string[]): Promise<void> {
  const row = (await findSchedule(tx, entryId))!;
  emit(tx, scheduleEvents.updated, { ...scheduleFacts(row), changed: names }, row.version);
}

/**
 * The occurrence a scope is about; undefined when it is about the entry as a whole.
 * @throws VALIDATION_ERROR naming occurrence_date
 */
function occurrenceOf(
  row: ScheduleRow,
  { scope, occurrence_date: date }: ScheduleScope,
  isHoliday: (date: string) => boolean,
): Occurrence | undefined {
  if (scope === undefined || scope === 'all' || row.recurrence_pattern === null) return undefined;
  if (date === undefined || date === null) throw invalidField('occurrence_date', `is required with the scope ${scope}`, 'required');
  const window = {
    start: new Date(Date.parse(date) - 2 * DAY_MS).toISOString(),
    end: new Date(Date.parse(date) + 3 * DAY_MS).toISOString(),
  };
  const occurrence = occurrencesIn(row, window, isHoliday).find((candidate) => candidate.date === date);
  if (occurrence === undefined) throw invalidField('occurrence_date', 'is no day the entry occurs on', 'no_occurrence');
  // From the first one on is all of them.
  return scope === 'future' && date === localDateAt(row.scheduled_start, row.timezone) ? undefined : occurrence;
}

function singleOf(row: ScheduleRow, { start, end }: Occurrence): Content {
  return { ...contentOf(row), scheduled_start: start, scheduled_end: end, recurrence_pattern: null };
}

function futureOf(row: ScheduleRow, { start, end, date }: Occurrence): Content {
  const pattern = row.recurrence_pattern!;
  const exceptions = pattern.exceptions.filter((day) => day > date);
  const first = localDateAt(row.scheduled_start, row.timezone);
  // Days left out count, so what came before is counted with them.
  const before = pattern.count === undefined ? 0 : countBefore(row, pattern, date);
  return {
    ...contentOf(row),
    scheduled_start: start,
    scheduled_end: end,
    recurrence_pattern: {
      ...explicit(pattern, first),
      exceptions,
      ...(pattern.count !== undefined && { count: Math.max(1, pattern.count - before) }),
    },
  };
}

function countBefore(row: ScheduleRow, pattern: RecurrencePattern, date: string): number {
  const all = { ...row, recurrence_pattern: { ...pattern, exceptions: [] } };
  const window = { start: row.scheduled_start, end: new Date(Date.parse(date) + 3 * DAY_MS).toISOString() };
  return occurrencesIn(all, window, () => false, pattern.count).filter((occurrence) => occurrence.date < date).length;
}

/** A pattern with what it leaves to its first day said out loud, for a series that begins on another. */
function explicit(pattern: RecurrencePattern, first: string): RecurrencePattern {
  const { startDate: _ignored, ...rest } = pattern;
  const [, month, day] = first.split('-').map(Number) as [number, number, number];
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  if (pattern.frequency === 'weekly') return { ...rest, daysOfWeek: pattern.daysOfWeek ?? [weekday] };
  if (pattern.frequency === 'daily') return rest;
  const dayOfMonth = pattern.dayOfMonth ?? day;
  return pattern.frequency === 'monthly' ? { ...rest, dayOfMonth } : { ...rest, dayOfMonth, monthOfYear: pattern.monthOfYear ?? month };
}

function contentOf(row: ScheduleRow): Content {
  const { title, scheduled_start, scheduled_end, timezone, work_item_type, work_item_id, notes, is_private, status, recurrence_pattern } =
    row;
  return { title, scheduled_start, scheduled_end, timezone, work_item_type, work_item_id, notes, is_private, status, recurrence_pattern };
}

function changed(
  row: Content,
  given: Omit<UpdateScheduleEntry, 'scope' | 'occurrence_date' | 'assigned_user_ids' | 'on_conflict'>,
): Content {
  const content = { ...contentOf(row as ScheduleRow), ...definedOf(given) };
  return {
    ...content,
    scheduled_start: new Date(content.scheduled_start).toISOString(),
    scheduled_end: new Date(content.scheduled_end).toISOString(),
  };
}

function assertContent(content: Content): void {
  if (Date.parse(content.scheduled_end) <= Date.parse(content.scheduled_start))
    throw invalidField('scheduled_end', 'must be later than scheduled_start');
  if (Date.parse(content.scheduled_end) - Date.parse(content.scheduled_start) > 366 * DAY_MS)
    throw invalidField('scheduled_end', 'must be at most 366 days after scheduled_start');
  assertPattern(content);
}

async function requirePeople(db: Db, ports: Ports, userIds: readonly string[]): Promise<void> {
  for (const [index, userId] of userIds.entries()) {
    const user = await findUser(db, ports, userId);
    if (user === undefined || user.user_type !== 'internal' || user.is_inactive)
      throw invalidField(['assigned_user_ids', index], 'is not an active member of staff', 'unknown_reference');
  }
}

async function requireItem(
  db: Db,
  ports: Ports,
  caller: Caller,
  {
    work_item_type: type,
    work_item_id,
  }: { work_item_type?: ScheduleRow['work_item_type'] | undefined; work_item_id?: string | null | undefined },
): Promise<void> {
  if (type === 'ticket' || type === 'project_task') await requireWorkItem(db, ports, caller, { work_item_type: type, work_item_id });
  else if (work_item_id) throw invalidField('work_item_id', 'goes with a ticket or project_task', 'unexpected');
}

function definedOf<Given extends object>(given: Given): { [Key in keyof Given]: Exclude<Given[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
