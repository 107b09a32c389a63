import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateTimeEntry, type TimeSettings, timeEntryEvents, type UpdateTimeEntry } from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import { localDateAt } from '@psa/calendar';
import { changedMembers, checkThenWrite, ExternalIds, type ItemOutcome, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../time-app.ts';
import { actingFor, type DemandActing, demandOwnerOrActing } from '../access/whose-time.access.ts';
import { readSettings } from '../settings/settings.records.ts';
import { assertChangeable, openSheetOfDate } from '../time-sheet/sheet-of-date.records.ts';
import { lockSheet } from '../time-sheet/time-sheet.records.ts';
import type { ServiceCopy } from '../../replicas/replica.tables.ts';
import {
  findUser,
  type ItemFacts,
  requireContractLine,
  requireService,
  requireWorkItem,
  zoneOf,
} from '../work-item/work-item.references.ts';
import { cutToMinute, minutesBetween, roundMinutes } from '../minutes.rules.ts';
import {
  deleteTimeEntryRow,
  insertTimeEntry,
  lockTimeEntry,
  overlappingEntries,
  type TimeEntryRecord,
  updateTimeEntryRow,
} from './time-entry.records.ts';
import { timeEntryFacts } from './time-entry.view.ts';

const externalIds = new ExternalIds('time_entries');

type Caller = Pick<Principal, 'userId' | 'permissions' | 'actor'>;

/** An entry that was checked and can be written. */
export interface CheckedEntry {
  readonly input: CreateTimeEntry;
  readonly userId: string;
  readonly service: Pick<ServiceCopy, 'service_id' | 'default_rate'>;
  readonly item: ItemFacts;
  readonly zone: string;
  readonly settings: TimeSettings;
}

/** Checks what an entry names. Call it outside of a transaction: other services may have to be asked. */
export async function checkEntry(
  db: Db,
  ports: Ports,
  caller: Caller,
  input: CreateTimeEntry,
  demandActing: DemandActing = actingFor(db, ports, caller),
): Promise<CheckedEntry> {
  const userId = input.user_id ?? caller.userId;
  if (userId !== caller.userId) await requireActedFor(db, ports, userId, demandActing);
  const item = await requireWorkItem(db, ports, caller, input);
  const settings = await readSettings(db);
  const serviceId = input.service_id ?? settings.default_service_id;
  if (serviceId === null)
    throw invalidField('service_id', 'is required as long as the time settings have no default_service_id', 'required');
  const service = await requireService(db, ports, serviceId);
  await requireContractLine(db, ports, input.contract_line_id);
  return { input, userId, service, item, zone: await zoneOf(db, ports, userId), settings };
}

/** @throws VALIDATION_ERROR naming user_id, FORBIDDEN for somebody the caller may not act for */
async function requireActedFor(db: Db, ports: Ports, userId: string, demandActing: DemandActing): Promise<void> {
  await demandActing(userId, 'time');
  const user = await findUser(db, ports, userId);
  if (user === undefined || user.user_type !== 'internal') throw invalidField('user_id', 'is not a member of staff', 'unknown_reference');
}

/** Logs time. @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT when it overlaps other time, or its sheet was submitted */
export async function logTime(db: Db, ports: Ports, caller: Caller, input: CreateTimeEntry): Promise<TimeEntryRecord> {
  return logChecked(db, await checkEntry(db, ports, caller, input));
}

/** Logs several entries; each succeeds or fails on its own. @returns the outcome of each, in the order of the inputs */
export function logTimes(
  db: Db,
  ports: Ports,
  caller: Caller,
  inputs: readonly CreateTimeEntry[],
): Promise<ItemOutcome<TimeEntryRecord>[]> {
  const demandActing = actingFor(db, ports, caller);
  return checkThenWrite(
    inputs,
    (input) => checkEntry(db, ports, caller, input, demandActing),
    (checked) => logChecked(db, checked),
  );
}

function logChecked(db: Db, checked: CheckedEntry): Promise<TimeEntryRecord> {
  return withoutOverlap(db, checked.userId, checked.input, () => db.transaction((tx) => writeEntry(tx, checked)));
}

/**
 * Writes a checked entry, on the sheet its date belongs to.
 * @param isTimed whether a timer measured it: then it is marked when it is implausibly long
 */
export async function writeEntry(
  tx: Tx,
  { input, userId, service, item, zone, settings }: CheckedEntry,
  isTimed = false,
): Promise<TimeEntryRecord> {
  const [start_time, end_time] = [cutToMinute(input.start_time), cutToMinute(input.end_time)];
  const work_date = localDateAt(start_time, zone);
  const minutes = minutesBetween(start_time, end_time);
  const sheet = await openSheetOfDate(tx, userId, work_date, 'start_time');
  const row = await insertTimeEntry(tx, {
    entry_id: uuidv7(),
    user_id: userId,
    work_item_type: input.work_item_type,
    work_item_id: input.work_item_id ?? null,
    ...item,
    start_time,
    end_time,
    work_date,
    work_timezone: zone,
    ...amounts(minutes, input.is_billable && input.work_item_type !== 'non_billable_category', settings, input.billable_duration),
    notes: input.notes ?? null,
    service_id: service.service_id,
    rate: service.default_rate,
    tax_region: input.tax_region ?? null,
    contract_line_id: input.contract_line_id ?? null,
    time_sheet_id: sheet.id,
    invoice_id: null,
    is_overlong: isTimed && minutes > settings.overlong_minutes,
  });
  if (input.external_ids !== undefined) await externalIds.add(tx, row.entry_id, input.external_ids);
  emit(tx, timeEntryEvents.created, timeEntryFacts(row), row.version);
  return row;
}

/**
 * Changes an entry; one that moves to another period moves to that period's sheet.
 * @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when it is locked or overlaps other time
 */
export async function updateTimeEntry(
  db: Db,
  ports: Ports,
  caller: Caller,
  entryId: string,
  input: UpdateTimeEntry,
  accepted: Accepted,
): Promise<TimeEntryRecord> {
  const before = await db.selectFrom('time_entries').selectAll().where('entry_id', '=', entryId).executeTakeFirst();
  if (before === undefined) throw notFound('Time entry');
  await demandOwnerOrActing(db, ports, caller, before.user_id, 'time entry');
  const wanted = { ...before, ...definedOf(input) };
  const isMovedItem = input.work_item_type !== undefined || input.work_item_id !== undefined;
  const item = isMovedItem
    ? await requireWorkItem(db, ports, caller, wanted)
    : { client_id: before.client_id, project_id: before.project_id };
  const isOtherService = input.service_id !== undefined && input.service_id !== before.service_id;
  const service = isOtherService ? await requireService(db, ports, wanted.service_id) : undefined;
  if (input.contract_line_id !== before.contract_line_id) await requireContractLine(db, ports, input.contract_line_id);
  const [start_time, end_time] = [cutToMinute(wanted.start_time), cutToMinute(wanted.end_time)];
  const minutes = minutesBetween(start_time, end_time);
  const work_date = start_time === before.start_time ? before.work_date : localDateAt(start_time, before.work_timezone);
  const is_billable = wanted.is_billable && wanted.work_item_type !== 'non_billable_category';

  return withoutOverlap(db, before.user_id, { start_time, end_time }, () =>
    db.transaction(async (tx) => {
      const current = await lockChangeable(tx, entryId, accepted);
      const time_sheet_id =
        work_date === current.work_date ? current.time_sheet_id : (await openSheetOfDate(tx, current.user_id, work_date, 'start_time')).id;
      // Minutes to bill that were set by hand stay as long as those worked do.
      const isSameWork = minutes === current.duration_minutes && is_billable === current.is_billable;
      const changes = changedMembers(current, {
        ...definedOf(input),
        ...item,
        ...(service && { rate: service.default_rate }),
        start_time,
        end_time,
        work_date,
        ...amounts(minutes, is_billable, current, input.billable_duration ?? (isSameWork ? current.billable_duration : undefined)),
        time_sheet_id,
      });
      const changed = Object.keys(changes);
      if (changed.length === 0) return current;
      const row = await updateTimeEntryRow(tx, entryId, changes);
      tellUpdated(tx, current, row, changed);
      return row;
    }),
  );
}

/** @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, CONFLICT when it is locked */
export async function deleteTimeEntry(db: Db, ports: Ports, caller: Caller, entryId: string, accepted: Accepted): Promise<void> {
  const before = await db.selectFrom('time_entries').select('user_id').where('entry_id', '=', entryId).executeTakeFirst();
  if (before === undefined) throw notFound('Time entry');
  await demandOwnerOrActing(db, ports, caller, before.user_id, 'time entry');
  await db.transaction(async (tx) => {
    const row = await lockChangeable(tx, entryId, accepted);
    await deleteTimeEntryRow(tx, entryId);
    emit(tx, timeEntryEvents.deleted, timeEntryFacts(row), row.version + 1);
  });
}

/** Tells of a change, and of what the time was spent on before. */
export function tellUpdated(tx: Tx, before: TimeEntryRecord, row: TimeEntryRecord, changed: string[]): void {
  const previous = { work_item_type: before.work_item_type, work_item_id: before.work_item_id };
  emit(tx, timeEntryEvents.updated, { ...timeEntryFacts(row), changed, previous }, row.version);
}

/** Locks the sheet before the entry, in the order of everybody who locks both. */
async function lockChangeable(tx: Tx, entryId: string, accepted: Accepted): Promise<TimeEntryRecord> {
  const place = await tx.selectFrom('time_entries').select('time_sheet_id').where('entry_id', '=', entryId).executeTakeFirst();
  const sheet = place?.time_sheet_id ? await lockSheet(tx, place.time_sheet_id) : undefined;
  const row = await lockTimeEntry(tx, entryId);
  if (row === undefined) throw notFound('Time entry');
  demandVersion(accepted, row.version);
  if (row.invoice_id !== null) throw conflict('The time entry is on an invoice', { invoice_id: row.invoice_id });
  if (row.approval_status === 'APPROVED' || row.approval_status === 'SUBMITTED')
    throw conflict(`The time entry is ${row.approval_status.toLowerCase()}`, { approval_status: row.approval_status });
  if (sheet !== undefined) await assertChangeable(tx, sheet);
  return row;
}

function amounts(
  minutes: number,
  is_billable: boolean,
  { rounding_minutes, rounding_mode }: Pick<TimeSettings, 'rounding_minutes' | 'rounding_mode'>,
  wanted?: number,
) {
  const billable_duration = is_billable ? (wanted ?? roundMinutes(minutes, { rounding_minutes, rounding_mode })) : 0;
  return { duration_minutes: minutes, is_billable, billable_duration, rounding_minutes, rounding_mode };
}

/** Turns the database's refusal of overlapping time into an answer that names what is in the way. */
export async function withoutOverlap<T>(
  db: Db,
  userId: string,
  span: { start_time: string; end_time: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!violates(error, 'time_entries_overlap')) throw error;
    const overlapping = await overlappingEntries(db, userId, cutToMinute(span.start_time), cutToMinute(span.end_time));
    throw conflict('The time overlaps time that is logged already', { overlapping });
  }
}

function definedOf(input: UpdateTimeEntry): Partial<TimeEntryRecord> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
