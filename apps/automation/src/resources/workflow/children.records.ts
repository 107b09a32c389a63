import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { WorkflowFanOutsTable } from './workflow-parts.tables.ts';

/** Without its items: each of their ends would read the whole list. */
export interface FanOutRow extends Omit<Selectable<WorkflowFanOutsTable>, 'items'> {
  /** Whether its items are those of a list, and not numbers. */
  readonly is_list: boolean;
}

const COLUMNS = [
  'tenant',
  'execution_id',
  'token',
  'since',
  'workflow_name',
  'total',
  'context_data',
  'started',
  'ended',
  'failed',
  'failures',
  'held',
] as const;
const isList = sql<boolean>`items is not null`.as('is_list');

export async function insertFanOut(tx: Tx, fanOut: Insertable<WorkflowFanOutsTable>): Promise<FanOutRow> {
  return tx
    .insertInto('workflow_fan_outs')
    .values(fanOut)
    .returning([...COLUMNS, isList])
    .executeTakeFirstOrThrow();
}

export async function readItem(tx: Tx, { execution_id, token, since }: FanOutRow, index: number): Promise<unknown> {
  const row = await tx
    .selectFrom('workflow_fan_outs')
    .select(sql<unknown>`items -> ${index}::integer`.as('item'))
    .where('execution_id', '=', execution_id)
    .where('token', '=', token)
    .where('since', '=', since)
    .executeTakeFirstOrThrow();
  return row.item;
}

/** Those of an execution with items that may start once it is no longer paused. */
export async function lockHeldFanOuts(tx: Tx, executionId: string): Promise<FanOutRow[]> {
  return tx
    .selectFrom('workflow_fan_outs')
    .select([...COLUMNS, isList])
    .where('execution_id', '=', executionId)
    .where('held', '>', 0)
    .forUpdate()
    .execute();
}

export async function lockFanOut(tx: Tx, executionId: string, token: string, since: number): Promise<FanOutRow | undefined> {
  return tx
    .selectFrom('workflow_fan_outs')
    .select([...COLUMNS, isList])
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
): Promise<void> {
  await tx
    .updateTable('workflow_fan_outs')
    .set(change)
    .where('execution_id', '=', execution_id)
    .where('token', '=', token)
    .where('since', '=', since)
    .execute();
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
