import { statement, type TenantBuilder, withIsoTimestamps } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../assets-app.ts';
import type { MaintenanceSchedulesTable, Tables } from '../../tables.ts';
import { lockAsset } from '../asset/asset.records.ts';
import { MAINTENANCE_OVERDUE_DAYS } from '../asset/asset.rules.ts';

export type ScheduleRecord = Selectable<MaintenanceSchedulesTable>;
export type ScheduleWrite = Insertable<MaintenanceSchedulesTable>;

/** An asset with more schedules shows those that are due first. */
const SHOWN_WITH_ASSET = 100;

/** The schedules of an asset as one JSON column; read them with {@link scheduleFromJson}. */
export function schedulesOfAsset(db: TenantBuilder<Tables>, assetId: string) {
  return jsonArrayFrom(
    db
      .selectFrom('maintenance_schedules')
      .selectAll()
      .where('asset_id', '=', assetId)
      .orderBy('next_maintenance')
      .orderBy('schedule_id')
      .limit(SHOWN_WITH_ASSET),
  );
}

export function scheduleFromJson(row: ScheduleRecord): ScheduleRecord {
  return withIsoTimestamps(row, 'start_date', 'end_date', 'last_maintenance', 'next_maintenance', 'created_at', 'updated_at');
}

const findStatement = statement<Tables>()((db, p: { schedule_id: string }) =>
  db.selectFrom('maintenance_schedules').selectAll().where('schedule_id', '=', p.schedule_id),
);

export function findSchedule(db: Db, scheduleId: string): Promise<ScheduleRecord | undefined> {
  return db.first(findStatement, { schedule_id: scheduleId });
}

/** Reads a schedule under the lock of its asset, which every change of what belongs to an asset takes first. */
export async function lockSchedule(tx: Tx, scheduleId: string): Promise<ScheduleRecord | undefined> {
  const found = await findSchedule(tx, scheduleId);
  if (found === undefined || (await lockAsset(tx, found.asset_id)) === undefined) return undefined;
  return findSchedule(tx, scheduleId);
}

export async function insertSchedule(tx: Tx, schedule: ScheduleWrite): Promise<ScheduleRecord> {
  return tx.insertInto('maintenance_schedules').values(schedule).returningAll().executeTakeFirstOrThrow();
}

export async function updateScheduleRow(
  tx: Tx,
  scheduleId: string,
  changes: Updateable<MaintenanceSchedulesTable>,
): Promise<ScheduleRecord> {
  return tx
    .updateTable('maintenance_schedules')
    .set({ ...changes, updated_at: sql`now()` })
    .where('schedule_id', '=', scheduleId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteScheduleRow(tx: Tx, scheduleId: string): Promise<void> {
  await tx.deleteFrom('maintenance_schedules').where('schedule_id', '=', scheduleId).execute();
}

/** How many active schedules of the tenant are due, and how many of them have been for too long. */
export function countDueSchedules(db: Db): Promise<{ maintenance_due: number; maintenance_overdue: number }> {
  const long = sql.raw(`interval '${MAINTENANCE_OVERDUE_DAYS} days'`);
  return db
    .selectFrom('maintenance_schedules')
    .select([
      sql<number>`count(*)`.as('maintenance_due'),
      sql<number>`count(*) filter (where next_maintenance < now() - ${long})`.as('maintenance_overdue'),
    ])
    .where('is_active', '=', true)
    .where('next_maintenance', '<=', sql<string>`now()`)
    .executeTakeFirstOrThrow();
}
