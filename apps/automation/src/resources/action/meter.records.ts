import { type Database, deleteInBatches } from '@psa/postgres-kit';
import type { Db } from '../../automation-app.ts';

const TAKE = `insert into automation_meters as meter (kind, hour, used) values ($1, date_trunc('hour', now()), $2)
  on conflict (tenant, kind, hour) do update set used = meter.used + excluded.used where meter.used + excluded.used <= $3`;
const RETURN = `update automation_meters set used = greatest(0, used - $2) where tenant = $3 and kind = $1 and hour = date_trunc('hour', now())`;
const KEPT_MS = 2 * 24 * 60 * 60 * 1000;

/** Takes some of what a tenant may use in this hour. @returns false when there is not that much left */
export async function takeFromMeter(db: Db, kind: string, amount: number, limit: number): Promise<boolean> {
  if (amount > limit) return false;
  return (await db.execute({ text: TAKE, name: 'psa_meter_take' }, [kind, amount, limit])).affected === 1;
}

/** Returns what was taken in this hour and not used. */
export async function returnToMeter(db: Db, kind: string, amount: number): Promise<void> {
  await db.execute({ text: RETURN, name: 'psa_meter_return' }, [kind, amount, db.tenant]);
}

/** Deletes the counts of hours that are over. */
export async function deleteOldMeters(workerDatabase: Database, now: Date): Promise<void> {
  await deleteInBatches(workerDatabase, {
    table: 'automation_meters',
    key: ['tenant', 'kind', 'hour'],
    where: 'hour < $1',
    values: [new Date(now.getTime() - KEPT_MS).toISOString()],
  });
}
