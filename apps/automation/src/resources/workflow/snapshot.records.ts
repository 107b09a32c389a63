import type { workflowSnapshotTypes } from '@psa/contracts-automation';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../automation-app.ts';
import type { FoldCheckpoint } from './fold-history.rules.ts';
import type { ExecutionRow } from './workflow.records.ts';
import type { WorkflowSnapshotsTable } from './workflow-parts.tables.ts';

export type SnapshotRow = Selectable<WorkflowSnapshotsTable>;

/** Larger states are cut to what is under way. */
const MAX_STATE_CHARS = 65_536;

export interface NewSnapshot {
  readonly snapshot_type: (typeof workflowSnapshotTypes)[number];
  readonly state_data: Record<string, unknown>;
  readonly description?: string | null;
  readonly metadata?: Record<string, unknown>;
  readonly checkpoint?: FoldCheckpoint;
}

export async function insertSnapshot(tx: Tx, execution: ExecutionRow, snapshot: NewSnapshot): Promise<SnapshotRow> {
  const state_data = JSON.stringify(snapshot.state_data);
  return tx
    .insertInto('workflow_snapshots')
    .values({
      snapshot_id: uuidv7(),
      execution_id: execution.execution_id,
      snapshot_type: snapshot.snapshot_type,
      current_state: execution.current_state,
      state_data,
      context_data: JSON.stringify(execution.context_data),
      metadata: JSON.stringify(snapshot.metadata ?? {}),
      description: snapshot.description ?? null,
      size_bytes: Buffer.byteLength(state_data),
      events_count: execution.events_count,
      checkpoint: snapshot.checkpoint === undefined ? null : JSON.stringify(snapshot.checkpoint),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What people are shown of a state. */
export function shownState({ tokens, outputs, inbox, failure }: FoldCheckpoint): Record<string, unknown> {
  const active = tokens.map(({ step, begun }) => ({ step, waits_until: begun?.until ?? null }));
  const whole = { active, outputs, events_waiting: inbox.map(({ event_name }) => event_name).slice(0, 100), failure };
  return JSON.stringify(whole).length <= MAX_STATE_CHARS ? whole : { active, failure, outputs_left_out: true };
}

/** Where reading the history of an execution may begin. */
export async function findCheckpoint(db: Db, executionId: string): Promise<FoldCheckpoint | undefined> {
  const row = await db
    .selectFrom('workflow_snapshots')
    .select('checkpoint')
    .where('execution_id', '=', executionId)
    .where('checkpoint', 'is not', null)
    .orderBy('events_count', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.checkpoint ?? undefined;
}

/** Only the last checkpoint is of use. */
export async function dropCheckpointsBefore(tx: Tx, executionId: string, eventsCount: number): Promise<void> {
  await tx
    .deleteFrom('workflow_snapshots')
    .where('execution_id', '=', executionId)
    .where('snapshot_type', '=', 'checkpoint')
    .where('events_count', '<', eventsCount)
    .execute();
}
