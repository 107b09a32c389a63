import { notFound } from '@psa/contract-kit';
import type { WorkflowSnapshotListQuery, WorkflowTimerListQuery } from '@psa/contracts-automation';
import type { Page } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';
import { between, common, containing, equal, list, order } from '../workflow/row.list.ts';
import type { SnapshotRow } from '../workflow/snapshot.records.ts';

type TimersTable = Tables['workflow_timers'];
export type TimerRow = Selectable<TimersTable>;

export async function findTimer(db: Db, id: string): Promise<TimerRow | undefined> {
  return db.selectFrom('workflow_timers').selectAll().where('timer_id', '=', id).executeTakeFirst();
}

/** @throws NOT_FOUND */
export async function requireTimer(db: Db, id: string): Promise<TimerRow> {
  const row = await findTimer(db, id);
  if (row === undefined) throw notFound('Timer');
  return row;
}

export async function insertTimer(tx: Tx, timer: Insertable<TimersTable>): Promise<TimerRow> {
  return tx.insertInto('workflow_timers').values(timer).returningAll().executeTakeFirstOrThrow();
}

export async function changeTimer(tx: Tx, id: string, change: Updateable<TimersTable>): Promise<TimerRow> {
  return tx
    .updateTable('workflow_timers')
    .set({ ...change, updated_at: sql`now()` })
    .where('timer_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function listTimers(db: Db, query: WorkflowTimerListQuery): Promise<Page<TimerRow>> {
  return list(db, 'workflow_timers', order('timer_id', ['created_at', 'fire_time', 'timer_name']), query, [
    ...common(query),
    ...containing(query.search, 'timer_name', 'state_name'),
    ...equal('execution_id', query.execution_id),
    ...equal('status', query.status),
  ]);
}

/** Snapshots never change. */
export function listSnapshots(db: Db, query: WorkflowSnapshotListQuery): Promise<Page<SnapshotRow>> {
  return list(db, 'workflow_snapshots', order('snapshot_id', ['created_at']), query, [
    ...between({ from: query.created_from, to: query.created_to }),
    ...between({ from: query.updated_from, to: query.updated_to }),
    ...containing(query.search, 'description', 'current_state'),
    ...equal('execution_id', query.execution_id),
    ...equal('snapshot_type', query.snapshot_type),
  ]);
}
