import type { Db, Tx } from '../../automation-app.ts';
import { startFromTrigger } from './start-from-trigger.actions.ts';
import { lockTriggerIfFree, noteFired, type TriggerRow } from './trigger.records.ts';
import { settleSchedule } from './trigger.rules.ts';

/** Starts what is due of a trigger by the clock. Whoever is at it already, or has done it, is left alone. */
export function fireScheduled(db: Db, triggerId: string, now: number): Promise<void> {
  return db.transaction(async (tx) => {
    const trigger = await lockTriggerIfFree(tx, triggerId);
    if (trigger?.is_active !== true || trigger.next_scheduled_time === null || Date.parse(trigger.next_scheduled_time) > now) return;
    await fireDue(tx, trigger, now);
  });
}

async function fireDue(tx: Tx, trigger: TriggerRow, now: number): Promise<void> {
  const { trigger_id, schedule_expression, timezone, missed_fires, next_scheduled_time } = trigger;
  const schedule = { schedule_expression: schedule_expression as string, timezone };
  const { fires, next } = settleSchedule(schedule, missed_fires, Date.parse(next_scheduled_time as string), now);
  const nextTime = next === null ? null : new Date(next).toISOString();
  await noteNext(tx, trigger_id, nextTime);
  for (const time of fires) {
    const scheduled_at = new Date(time).toISOString();
    const started = await startFromTrigger(tx, trigger, {
      context_data: { scheduled_at },
      fire_key: `schedule:${trigger_id}:${scheduled_at}`,
    });
    await noteFired(tx, trigger_id, typeof started === 'string' ? started : null);
  }
}

async function noteNext(tx: Tx, id: string, next: string | null): Promise<void> {
  await tx.updateTable('workflow_triggers').set({ next_scheduled_time: next }).where('trigger_id', '=', id).execute();
}
