import type { Period } from '@psa/calendar';
import { conflict, notFound } from '@psa/contract-kit';
import { type CreateTimePeriod, type GenerateTimePeriods, timePeriodEvents, type UpdateTimePeriod } from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../time-app.ts';
import {
  deleteTimePeriodRow,
  insertTimePeriods,
  lockTimePeriod,
  lockTimePeriods,
  overlappingTimePeriods,
  type TimePeriodRecord,
  updateTimePeriodRow,
} from './time-period.records.ts';
import { activeSettings } from './time-period-settings/time-period-settings.records.ts';
import { assertDatesInOrder, periodsBySettings, periodsToGenerate } from './time-period.rules.ts';

/** @throws VALIDATION_ERROR, CONFLICT when it overlaps another */
export function createTimePeriod(db: Db, { start_date: start, end_date: end }: CreateTimePeriod): Promise<TimePeriodRecord> {
  assertDatesInOrder(start, end);
  return db.transaction(async (tx) => {
    await lockTimePeriods(tx);
    assertNoOverlap(await overlappingTimePeriods(tx, { start, end }));
    const [row] = await insertPeriods(tx, [{ start, end }]);
    return row!;
  });
}

/** Creates consecutive periods, all or none. @throws VALIDATION_ERROR, CONFLICT when one overlaps and is not to be left out */
export async function generateTimePeriods(db: Db, input: GenerateTimePeriods): Promise<TimePeriodRecord[]> {
  const wanted = input.frequency === undefined ? periodsBySettings(await activeSettings(db), input) : periodsToGenerate(input);
  return db.transaction(async (tx) => {
    const [first, last] = [wanted.at(0), wanted.at(-1)];
    if (first === undefined || last === undefined) return [];
    await lockTimePeriods(tx);
    const existing = await overlappingTimePeriods(tx, { start: first.start, end: last.end });
    if (input.on_conflict === 'error') assertNoOverlap(existing);
    return insertPeriods(tx, withoutOverlapping(wanted, existing));
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version, VALIDATION_ERROR, CONFLICT when it overlaps another or has sheets */
export function updateTimePeriod(db: Db, id: string, input: UpdateTimePeriod, accepted: Accepted): Promise<TimePeriodRecord> {
  return db.transaction(async (tx) => {
    await lockTimePeriods(tx);
    const previous = await lockAccepted(tx, id, accepted);
    const changes = changedMembers(previous, input);
    const changed = Object.keys(changes);
    if (changed.length === 0) return previous;
    const { start_date: start, end_date: end } = { ...previous, ...changes };
    assertDatesInOrder(start, end);
    await assertWithoutSheets(tx, id);
    assertNoOverlap((await overlappingTimePeriods(tx, { start, end })).filter(({ period_id }) => period_id !== id));
    const row = await updateTimePeriodRow(tx, id, changes);
    emit(tx, timePeriodEvents.updated, { ...periodFacts(row), changed }, row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version, CONFLICT when it has sheets */
export function deleteTimePeriod(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    await lockTimePeriods(tx);
    const row = await lockAccepted(tx, id, accepted);
    await assertWithoutSheets(tx, id);
    await deleteTimePeriodRow(tx, id);
    emit(tx, timePeriodEvents.deleted, periodFacts(row), row.version + 1);
  });
}

/** Adds periods and tells of each. */
export async function insertPeriods(tx: Tx, periods: Period[]): Promise<TimePeriodRecord[]> {
  const rows = await insertTimePeriods(
    tx,
    periods.map(({ start, end }) => ({ period_id: uuidv7(), start_date: start, end_date: end })),
  );
  for (const row of rows) emit(tx, timePeriodEvents.created, periodFacts(row), row.version);
  return rows;
}

/** The wanted periods that share no day with existing ones. Both lists are in order and neither overlaps itself, so one walk through both is enough. */
export function withoutOverlapping(wanted: Period[], existing: TimePeriodRecord[]): Period[] {
  let next = 0;
  return wanted.filter(({ start, end }) => {
    while (next < existing.length && existing[next]!.end_date <= start) next++;
    return next === existing.length || existing[next]!.start_date >= end;
  });
}

/** Days that were worked cannot change their period. @throws CONFLICT naming the first sheets */
async function assertWithoutSheets(tx: Tx, periodId: string): Promise<void> {
  const sheets = await tx.selectFrom('time_sheets').select(['id', 'user_id']).where('period_id', '=', periodId).limit(10).execute();
  if (sheets.length > 0)
    throw conflict('There are time sheets of the period', { code: 'IN_USE', dependencies: [{ type: 'time_sheet', sheets }] });
}

/** @throws CONFLICT naming the first ones */
function assertNoOverlap(existing: TimePeriodRecord[]): void {
  const [first] = existing;
  if (first === undefined) return;
  throw conflict(`The period overlaps the one from ${first.start_date} to ${first.end_date}`, {
    overlapping: existing.slice(0, 10).map(({ period_id, start_date, end_date }) => ({ period_id, start_date, end_date })),
  });
}

async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<TimePeriodRecord> {
  const row = await lockTimePeriod(tx, id);
  if (row === undefined) throw notFound('Time period');
  demandVersion(accepted, row.version);
  return row;
}

/** What others are told of a period. */
export function periodFacts({ period_id, start_date, end_date }: TimePeriodRecord) {
  return { period_id, start_date, end_date };
}
