import { invalidField, notFound } from '@psa/contract-kit';
import { maintenanceEvents, type RecordMaintenance } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../assets-app.ts';
import { lockAsset, touchAsset } from '../asset/asset.records.ts';
import { findHistory, type HistoryRow, insertHistory } from './maintenance-history.records.ts';
import { recurrenceOf } from './maintenance-schedule.actions.ts';
import { findSchedule, type ScheduleRecord, updateScheduleRow } from './maintenance-schedule.records.ts';
import { describeMaintenance, isOutOfOrder, nextMaintenance } from './maintenance.rules.ts';

/** Writes what was done into the history and moves the schedule it was done under, if any. @throws NOT_FOUND, VALIDATION_ERROR */
export function recordMaintenance(db: Db, assetId: string, input: RecordMaintenance): Promise<HistoryRow> {
  return db.transaction(async (tx) => {
    if ((await lockAsset(tx, assetId)) === undefined) throw notFound('Asset');
    const schedule = await scheduleOf(tx, assetId, input.schedule_id ?? null);
    const history_id = uuidv7();
    const { maintenance_type, performed_by, performed_at } = input;
    await insertHistory(tx, {
      history_id,
      asset_id: assetId,
      schedule_id: schedule?.schedule_id ?? null,
      maintenance_type,
      performed_by,
      performed_at,
      duration_hours: input.duration_hours ?? null,
      cost: input.cost ?? null,
      notes: input.notes ?? null,
      parts_used: JSON.stringify(input.parts_used ?? []),
      maintenance_data: input.maintenance_data ? JSON.stringify(input.maintenance_data) : null,
      description: describeMaintenance(input),
    });
    const moved = schedule === undefined ? undefined : await moveSchedule(tx, schedule, performed_at);
    const version = await touchAsset(tx, assetId);
    emit(
      tx,
      maintenanceEvents.completed,
      {
        asset_id: assetId,
        history_id,
        schedule_id: schedule?.schedule_id ?? null,
        maintenance_type,
        performed_by,
        performed_at,
        next_maintenance: moved?.next_maintenance ?? null,
      },
      version,
    );
    return (await findHistory(tx, history_id)) as HistoryRow;
  });
}

async function scheduleOf(tx: Tx, assetId: string, scheduleId: string | null): Promise<ScheduleRecord | undefined> {
  if (scheduleId === null) return undefined;
  const found = await findSchedule(tx, scheduleId);
  // What was done is recorded although its schedule may be gone by now.
  if (found === undefined) return undefined;
  if (found.asset_id !== assetId) throw invalidField('schedule_id', 'is no maintenance schedule of this asset');
  return found;
}

async function moveSchedule(tx: Tx, schedule: ScheduleRecord, performedAt: string): Promise<ScheduleRecord> {
  if (isOutOfOrder(performedAt, schedule.last_maintenance)) return schedule;
  const next_maintenance = nextMaintenance(recurrenceOf(schedule), performedAt, Date.now());
  return updateScheduleRow(tx, schedule.schedule_id, {
    last_maintenance: performedAt,
    next_maintenance,
    is_active: schedule.is_active && next_maintenance !== null,
  });
}
