import { type Database, deleteInBatches } from '@psa/postgres-kit';

const DAY_MS = 24 * 60 * 60 * 1000;
const EXECUTIONS_KEPT_MS = 90 * DAY_MS;
/** Events that came before a step waited for them: as long as the feed keeps them. */
const EVENTS_KEPT_MS = 30 * DAY_MS;
const CHAINS_KEPT_MS = 30 * DAY_MS;
/** Histories go with their executions: a few executions may have many entries. */
const EXECUTIONS_AT_ONCE = 200;

/** Deletes executions that ended long ago with their histories and tasks, and what was kept for executions that could need it. */
export async function deleteOldWorkflowRows(workerDatabase: Database, now: Date): Promise<void> {
  const before = (keptMs: number) => [new Date(now.getTime() - keptMs).toISOString()];
  await deleteInBatches(workerDatabase, {
    table: 'workflow_executions',
    key: ['tenant', 'execution_id'],
    where: 'completed_at < $1',
    orderBy: 'completed_at',
    values: before(EXECUTIONS_KEPT_MS),
    batch: EXECUTIONS_AT_ONCE,
  });
  await deleteInBatches(workerDatabase, {
    table: 'workflow_buffered_events',
    key: ['tenant', 'event_id'],
    where: 'received_at < $1',
    orderBy: 'received_at',
    values: before(EVENTS_KEPT_MS),
  });
  await deleteInBatches(workerDatabase, {
    table: 'workflow_chains',
    key: ['tenant', 'chain_id'],
    where: 'started_at < $1',
    orderBy: 'started_at',
    values: before(CHAINS_KEPT_MS),
  });
}
