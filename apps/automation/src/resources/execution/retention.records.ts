import { type Database, deleteInBatches } from '@psa/postgres-kit';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 90 * DAY_MS;
/** That nothing happened is of interest for a while only. */
const SKIPPED_KEPT_MS = 7 * DAY_MS;

/** Deletes executions that ended long ago. */
export async function deleteOldExecutions(workerDatabase: Database, now: Date): Promise<void> {
  const remove = (keptMs: number, statuses: readonly string[]) =>
    deleteInBatches(workerDatabase, {
      table: 'automation_executions',
      key: ['tenant', 'execution_id'],
      where: 'started_at < $1 and status = any($2)',
      values: [new Date(now.getTime() - keptMs).toISOString(), statuses],
    });
  await remove(SKIPPED_KEPT_MS, ['skipped']);
  await remove(KEPT_MS, ['completed', 'failed', 'timeout', 'cancelled']);
}
