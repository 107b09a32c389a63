import type { Selectable } from 'kysely';
import type { Tx } from '../../automation-app.ts';
import type { ExecutionRow } from './workflow.records.ts';
import type { WorkflowExecutionsTable } from './workflow.tables.ts';

/** A step of an execution that was restarted: where in its history the step was reached. */
interface FormerStep {
  readonly execution_id: string;
  readonly token: string;
  readonly since: number;
}

/** What a step called before it was restarted. */
export type FormerChild = Pick<
  Selectable<WorkflowExecutionsTable>,
  'execution_id' | 'status' | 'item_index' | 'registration_id' | 'version_id'
>;

type Restarted = Pick<ExecutionRow, 'execution_id' | 'restart_of' | 'resumes'>;

/** The same step in the executions that were restarted one after the other: what it called in any of them need not be called again. */
export async function findFormerSteps(tx: Tx, execution: ExecutionRow, token: string, since: number): Promise<FormerStep[]> {
  const steps: FormerStep[] = [];
  let later: Restarted = execution;
  let reached = since;
  while (later.resumes && later.restart_of !== null) {
    const [formerly, former]: [number | undefined, Restarted | undefined] = await Promise.all([
      findFormerPlace(tx, later.execution_id, reached),
      findRestarted(tx, later.restart_of),
    ]);
    if (formerly === undefined || former === undefined) break;
    steps.push({ execution_id: former.execution_id, token, since: formerly });
    [later, reached] = [former, formerly];
  }
  return steps;
}

/** Where an entry that was taken over stands in the history it comes from. */
async function findFormerPlace(tx: Tx, executionId: string, position: number): Promise<number | undefined> {
  const entry = await tx
    .selectFrom('workflow_events')
    .select('payload')
    .where('execution_id', '=', executionId)
    .where('position', '=', position)
    .executeTakeFirst();
  const formerly = entry?.payload['formerly'];
  return typeof formerly === 'number' ? formerly : undefined;
}

async function findRestarted(tx: Tx, executionId: string): Promise<Restarted | undefined> {
  return tx
    .selectFrom('workflow_executions')
    .select(['execution_id', 'restart_of', 'resumes'])
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
}

/** What these steps called, by item; of what was restarted the last. @param items from and to, the latter not included; null for a call without items */
export async function findFormerChildren(
  tx: Tx,
  steps: readonly FormerStep[],
  items: readonly [from: number, to: number] | null,
): Promise<Map<number | null, FormerChild>> {
  if (steps.length === 0) return new Map();
  const rows = await tx
    .selectFrom('workflow_executions')
    .select(['execution_id', 'status', 'item_index', 'registration_id', 'version_id'])
    .where((eb) =>
      eb.or(
        steps.map(({ execution_id, token, since }) =>
          eb.and([
            eb('parent_execution_id', '=', execution_id),
            eb('parent_since', '=', since),
            eb('parent_token', '=', token),
            ...(items === null ? [eb('item_index', 'is', null)] : [eb('item_index', '>=', items[0]), eb('item_index', '<', items[1])]),
          ]),
        ),
      ),
    )
    .orderBy('created_at')
    .execute();
  return new Map(rows.map((row) => [row.item_index, row]));
}
