import type { Database } from '@psa/postgres-kit';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 90 * DAY_MS;
/** That nothing happened is of interest for a while only. */
const SKIPPED_KEPT_MS = 7 * DAY_MS;
const DELETED_AT_ONCE = 2_000;

const DELETE = `delete from automation_executions where (tenant, execution_id) in (
    select tenant, execution_id from automation_executions where started_at < $1 and status = any($2) limit ${DELETED_AT_ONCE}
  ) returning 1`;

/** Deletes executions that ended long ago, some at a time. */
export async function deleteOldExecutions(workerDatabase: Database, now: Date): Promise<void> {
  const remove = async (keptMs: number, statuses: readonly string[]) => {
    const before = new Date(now.getTime() - keptMs).toISOString();
    while ((await workerDatabase.query(DELETE, [before, statuses])).length === DELETED_AT_ONCE);
  };
  await remove(SKIPPED_KEPT_MS, ['skipped']);
  await remove(KEPT_MS, ['completed', 'failed', 'timeout', 'cancelled']);
}
