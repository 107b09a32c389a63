import { statement, type TenantBuilder, withIsoTimestamps } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../assets-app.ts';
import type { MaintenanceSchedulesTable, Tables } from '../../tables.ts';

export type ScheduleRecord = Selectable<MaintenanceSchedulesTable>;
export type ScheduleWrite = Insertable<MaintenanceSchedulesTable>;

/** An asset with more schedules shows those that are due first. */
const SHOWN_WITH_ASSET = 100;

/** The schedules of an asset as one JSON column; read them with {@link scheduleFromJson}. */
export function schedulesOfAsset(db: TenantBuilder<Tables>, assetId: string) {
  return jsonArrayFrom(db.selectFrom('maintenance_schedules').selectAll()
    .where('asset_id', '=', assetId).orderBy('next_maintenance').orderBy('schedule_id').limit(SHOWN_WITH_ASSET));
}

export function scheduleFromJson(row: ScheduleRecord): ScheduleRecord {
  return withIsoTimestamps(row, 'start_date', 'end_date', 'last_maintenance', 'next_maintenance', 'created_at', 'updated_at');
}

const findStatement = statement<Tables>()((db, p: { schedule_id: string }) =>
  db.selectFrom('maintenance_schedules').selectAll().where('schedule_id', '=', p.schedule_id));

export function findSchedule(db: Db, scheduleId: string): Promise<ScheduleRecord | undefined> {
  return db.first(findStatement, { schedule_id: scheduleId });
}

export async function insertSchedule(tx: Tx, schedule: ScheduleWrite): Promise<ScheduleRecord> {
  return tx.insertInto('maintenance_schedules').values(schedule).returningAll().executeTakeFirstOrThrow();
}

export async function updateScheduleRow(tx: Tx, scheduleId: string, changes: Updateable<MaintenanceSchedulesTable>): Promise<ScheduleRecord> {
  return tx.updateTable('maintenance_schedules').set({ ...changes, updated_at: sql`now()` })
    .where('schedule_id', '=', scheduleId).returningAll().executeTakeFirstOrThrow();
}

export async function deleteScheduleRow(tx: Tx, scheduleId: string): Promise<void> {
  await tx.deleteFrom('maintenance_schedules').where('schedule_id', '=', scheduleId).execute();
}
