import { type WorkflowSnapshot, workflowTimerRoutes } from '@psa/contracts-automation';
import { Answer } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { withoutHidden } from '../workflow/hidden-facts.access.ts';
import type { SnapshotRow } from '../workflow/snapshot.records.ts';
import { cancelTimer, createSnapshot, createTimer } from './timer.actions.ts';
import { listSnapshots, listTimers, requireTimer } from './timer.records.ts';

const timerPath = (id: string): string => `/api/v1/workflows/timers/${id}`;

export const workflowTimerHandlers = handlers(workflowTimerRoutes, {
  listWorkflowTimers: async ({ db, query }) => {
    const { rows, pagination } = await listTimers(db, query);
    return { data: rows, pagination };
  },
  createWorkflowTimer: async ({ db, body }) => {
    const row = await createTimer(db, body);
    return new Answer({ data: row }, { location: timerPath(row.timer_id) });
  },
  getWorkflowTimer: async ({ db, params }) => ({ data: await requireTimer(db, params.id) }),
  cancelWorkflowTimer: async ({ db, params }) => ({ data: await cancelTimer(db, params.id) }),
  listWorkflowSnapshots: async ({ db, ports, principal, query }) => {
    const { rows, pagination } = await listSnapshots(db, query);
    const shown = await withoutHidden(db, ports, principal, await withoutHidden(db, ports, principal, rows, 'state_data'), 'context_data');
    return { data: shown.map(toSnapshot), pagination };
  },
  createWorkflowSnapshot: async ({ db, body }) => ({ data: toSnapshot(await createSnapshot(db, body)) }),
});

function toSnapshot({ checkpoint: _, ...shown }: SnapshotRow): WorkflowSnapshot {
  return shown;
}
