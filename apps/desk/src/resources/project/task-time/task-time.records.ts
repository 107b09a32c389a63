import { sql } from 'kysely';
import type { Tx } from '../../../desk-app.ts';

/** Minutes of the time entries on a task. */
export async function loggedMinutes(tx: Tx, taskId: string): Promise<number> {
  const { minutes } = await tx
    .selectFrom('task_time_entries')
    .select(sql<number>`coalesce(sum(minutes), 0)::integer`.as('minutes'))
    .where('task_id', '=', taskId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow();
  return minutes;
}
