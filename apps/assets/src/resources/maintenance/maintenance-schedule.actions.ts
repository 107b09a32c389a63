import { notFound } from '@psa/contract-kit';
import { type CreateMaintenanceSchedule, type Frequency, maintenanceEvents, type UpdateMaintenanceSchedule } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../assets-app.ts';
import { lockAsset, touchAsset } from '../asset/asset.records.ts';
import { changesBetween } from '../asset/asset.rules.ts';
import { deleteScheduleRow, insertSchedule, lockSchedule, type ScheduleRecord, updateScheduleRow } from './maintenance-schedule.records.ts';
import { assertPeriod, nextMaintenance, type Recurrence, sameRecurrence } from './maintenance.rules.ts';

/** Schedules maintenance of an asset. @throws NOT_FOUND */
export function createSchedule(db: Db, assetId: string, input: CreateMaintenanceSchedule): Promise<ScheduleRecord> {
  return db.transaction(async (tx) => {
    if ((await lockAsset(tx, assetId)) === undefined) throw notFound('Asset');
    const now = Date.now();
    const recurrence: Recurrence = {
      frequency: input.frequency,
      frequency_interval: input.frequency_interval ?? 1,
      start_date: input.start_date ?? new Date(now).toISOString(),
      end_date: input.end_date ?? null,
      schedule_config: input.schedule_config ?? null,
    };
    assertPeriod(recurrence);
    const next_maintenance = nextMaintenance(recurrence, null, now);
    const row = await insertSchedule(tx, {
      ...columnsOf(recurrence),
      schedule_id: uuidv7(),
      asset_id: assetId,
      schedule_type: input.schedule_type,
      notes: input.notes ?? null,
      assigned_to: input.assigned_to ?? null,
      is_active: (input.is_active ?? true) && next_maintenance !== null,
      next_maintenance,
    });
    await tellScheduled(tx, row);
    return row;
  });
}

/**
 * Changes a schedule. The next due date is found anew only when the recurrence changes or a paused schedule goes on:
 * writing back what was read must not make overdue maintenance look done.
 * @returns undefined for an unknown schedule
 */
export function updateSchedule(db: Db, scheduleId: string, input: UpdateMaintenanceSchedule): Promise<ScheduleRecord | undefined> {
  return db.transaction(async (tx) => {
    const previous = await lockSchedule(tx, scheduleId);
    if (previous === undefined) return undefined;
    const before = recurrenceOf(previous);
    const recurrence: Recurrence = {
      frequency: input.frequency ?? before.frequency,
      frequency_interval: input.frequency_interval ?? before.frequency_interval,
      start_date: input.start_date ?? before.start_date,
      end_date: input.end_date === undefined ? before.end_date : input.end_date,
      schedule_config: input.schedule_config === undefined ? before.schedule_config : input.schedule_config,
    };
    assertPeriod(recurrence);
    const resumes = input.is_active === true && !previous.is_active;
    const next_maintenance =
      resumes || !sameRecurrence(before, recurrence)
        ? nextMaintenance(recurrence, previous.last_maintenance, Date.now())
        : previous.next_maintenance;
    // A schedule that had ended was not paused by anybody: given a further date, it goes on.
    const wanted = input.is_active ?? (previous.is_active || previous.next_maintenance === null);
    const next = {
      ...recurrence,
      schedule_type: input.schedule_type ?? previous.schedule_type,
      notes: input.notes === undefined ? previous.notes : input.notes,
      assigned_to: input.assigned_to === undefined ? previous.assigned_to : input.assigned_to,
      is_active: wanted && next_maintenance !== null,
      next_maintenance,
    };
    if (Object.keys(changesBetween(previous, next)).length === 0) return previous;
    const row = await updateScheduleRow(tx, scheduleId, { ...next, ...columnsOf(recurrence) });
    await tellScheduled(tx, row);
    return row;
  });
}

/** Deletes a schedule; what was done under it stays in the history. @throws NOT_FOUND */
export function deleteSchedule(db: Db, scheduleId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockSchedule(tx, scheduleId);
    if (row === undefined) throw notFound('Maintenance schedule');
    await deleteScheduleRow(tx, scheduleId);
    const version = await touchAsset(tx, row.asset_id);
    emit(tx, maintenanceEvents.unscheduled, { asset_id: row.asset_id, schedule_id: scheduleId }, version);
  });
}

/** The recurrence of a stored schedule. */
export function recurrenceOf({ frequency, frequency_interval, start_date, end_date, schedule_config }: ScheduleRecord): Recurrence {
  return { frequency: frequency as Frequency, frequency_interval, start_date, end_date, schedule_config };
}

function columnsOf(recurrence: Recurrence) {
  const { schedule_config } = recurrence;
  return { ...recurrence, schedule_config: schedule_config === null ? null : JSON.stringify(schedule_config) };
}

async function tellScheduled(tx: Tx, row: ScheduleRecord): Promise<void> {
  const { asset_id, schedule_id, schedule_type, frequency, assigned_to, is_active, next_maintenance } = row;
  const version = await touchAsset(tx, asset_id);
  emit(
    tx,
    maintenanceEvents.scheduled,
    { asset_id, schedule_id, schedule_type, frequency, assigned_to, is_active, next_maintenance },
    version,
  );
}
