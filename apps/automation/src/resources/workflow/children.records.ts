import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { ExecutionRow } from './workflow.records.ts';
import type { WorkflowFanOutsTable } from './workflow-parts.tables.ts';

export type FanOutRow = Selectable<WorkflowFanOutsTable>;

export async function insertFanOut(tx: Tx, fanOut: Insertable<WorkflowFanOutsTable>): Promise<FanOutRow> {
  return tx.insertInto('workflow_fan_outs').values(fanOut).returningAll().executeTakeFirstOrThrow();
}

export async function lockFanOut(tx: Tx, executionId: string, token: string, since: number): Promise<FanOutRow | undefined> {
  return tx
    .selectFrom('workflow_fan_outs')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where('token', '=', token)
    .where('since', '=', since)
    .forUpdate()
    .executeTakeFirst();
}

export async function changeFanOut(
  tx: Tx,
  { execution_id, token, since }: FanOutRow,
  change: Updateable<WorkflowFanOutsTable>,
): Promise<FanOutRow> {
  return tx
    .updateTable('workflow_fan_outs')
    .set(change)
    .where('execution_id', '=', execution_id)
    .where('token', '=', token)
    .where('since', '=', since)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findOpenChildren(db: Db, parentId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('workflow_executions')
    .select('execution_id')
    .where('parent_execution_id', '=', parentId)
    .where('status', 'in', ['pending', 'running', 'paused'])
    .limit(limit)
    .execute();
  return rows.map(({ execution_id }) => execution_id);
}

/** What a step of an execution called last. */
export async function findChildAt(db: Db, parentId: string, token: string, item: number | undefined): Promise<ExecutionRow | undefined> {
  return db
    .selectFrom('workflow_executions')
    .selectAll()
    .where('parent_execution_id', '=', parentId)
    .where('parent_token', '=', token)
    .where((eb) => (item === undefined ? eb('item_index', 'is', null) : eb('item_index', '=', item)))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
