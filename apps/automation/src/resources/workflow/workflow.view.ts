import type {
  Registration,
  WorkflowEvent,
  WorkflowRun,
  WorkflowTask,
  WorkflowTaskChange,
  WorkflowVersion,
} from '@psa/contracts-automation';
import type { EventRow, ExecutionRow, RegistrationRow, TaskChangeRow, TaskRow, VersionRow } from './workflow.records.ts';

export const registrationPath = (id: string): string => `/api/v1/workflows/registrations/${id}`;
export const workflowExecutionPath = (id: string): string => `/api/v1/workflows/executions/${id}`;
export const taskPath = (id: string): string => `/api/v1/workflows/tasks/${id}`;

export function toRegistration(row: RegistrationRow): Registration {
  const { version: _, workflow_version, runs_as: _author, ...shown } = row;
  return { ...shown, version: workflow_version, isSystemManaged: false };
}

export function toVersion({ tenant: _, definition: _definition, workflow_version, ...row }: VersionRow, current: string): WorkflowVersion {
  return { ...row, version: workflow_version, is_current: row.version_id === current };
}

export function toWorkflowRun(row: ExecutionRow): WorkflowRun {
  const { version: _v, definition, deadline_at: _dl, fire_key: _f, depth: _dp, runs_as: _r, runner: _rn, chain_id: _c, ...rest } = row;
  const { run_id: _ri, wake_at: _w, ...known } = rest;
  const { parent_token: _pt, parent_since: _ps, item_index: _i, resumes: _re, steps_ended, timers_count: _t, ...shown } = known;
  const { started_at, completed_at, status } = row;
  const steps = Object.keys(definition?.steps ?? {}).length;
  return {
    ...shown,
    workflow_type: 'tenant',
    progress_percentage: status === 'completed' ? 100 : steps === 0 ? 0 : Math.min(99, Math.round((steps_ended / steps) * 100)),
    duration_seconds: started_at === null || completed_at === null ? null : (Date.parse(completed_at) - Date.parse(started_at)) / 1000,
  };
}

/** Entries are made by what was done: none of them is still to be processed. */
export function toWorkflowEvent({ tenant: _, kind: _kind, token: _token, ...shown }: EventRow): WorkflowEvent {
  const { attempts, error } = shown.payload;
  return {
    ...shown,
    processing_status: shown.event_type === 'error' ? 'failed' : 'completed',
    attempt_count: typeof attempts === 'number' ? attempts : 1,
    error_message: typeof error === 'string' ? error : null,
  };
}

export function toTask({ version: _, step: _step, token: _token, ...shown }: TaskRow): WorkflowTask {
  const isOpen = shown.status === 'pending' || shown.status === 'claimed';
  return {
    ...shown,
    time_to_complete_hours:
      shown.completed_at === null
        ? null
        : Math.round(((Date.parse(shown.completed_at) - Date.parse(shown.created_at)) / 3_600_000) * 100) / 100,
    is_overdue: shown.status === 'expired' || (isOpen && shown.due_date !== null && Date.parse(shown.due_date) < Date.now()),
  };
}

export function toTaskChange({ tenant: _, ...shown }: TaskChangeRow): WorkflowTaskChange {
  return shown;
}
