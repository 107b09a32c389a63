import type {
  RegistrationStatus,
  WorkflowDefinition,
  WorkflowEventType,
  WorkflowExecutionStatus,
  WorkflowPriority,
  WorkflowTaskStatus,
} from '@psa/contracts-automation';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';
import type { HistoryKind } from './history.ts';

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Facts = Record<string, unknown>;

export interface WorkflowRegistrationsTable {
  tenant: TenantColumn;
  registration_id: string;
  name: string;
  description: string | null;
  category: string | null;
  tags: string[];
  status: RegistrationStatus;
  source_template_id: Nullable<string>;
  code: string | null;
  parameters: JsonColumn<Facts>;
  workflow_version: string;
  version_id: string;
  /** Whose permissions its steps run with: whoever last wrote its code. */
  runs_as: string;
  created_by: string;
  execution_count: Defaulted<number>;
  last_executed: NullableTimestampColumn;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface WorkflowVersionsTable {
  tenant: TenantColumn;
  version_id: string;
  registration_id: string;
  workflow_version: string;
  code: string | null;
  definition: JsonColumn<WorkflowDefinition | null>;
  parameters: JsonColumn<Facts>;
  changelog: string | null;
  created_by: string;
  created_at: TimestampColumn;
}

export interface WorkflowExecutionsTable {
  tenant: TenantColumn;
  execution_id: string;
  registration_id: string;
  version_id: string;
  workflow_name: string;
  workflow_version: string;
  /** Null for workflows without code, which only calls move. */
  definition: JsonColumn<WorkflowDefinition | null>;
  status: WorkflowExecutionStatus;
  current_state: Nullable<string>;
  context_data: JsonColumn<Facts>;
  correlation_id: string;
  priority: WorkflowPriority;
  scheduled_at: NullableTimestampColumn;
  timeout_seconds: Nullable<number>;
  deadline_at: NullableTimestampColumn;
  started_at: NullableTimestampColumn;
  completed_at: NullableTimestampColumn;
  error_message: Nullable<string>;
  restart_of: Nullable<string>;
  fire_key: Nullable<string>;
  depth: Defaulted<number>;
  runs_as: string;
  events_count: Defaulted<number>;
  tasks_count: Defaulted<number>;
  /** What steps find under `parameters`. */
  parameters: JsonColumn<Facts>;
  /** What the execution has in common with whatever caused it: an action of a chain starts only so many others. */
  chain_id: string;
  parent_execution_id: Nullable<string>;
  /** Thread and place in the history of the step that called it. */
  parent_token: Nullable<string>;
  parent_since: Nullable<number>;
  /** Place among the items of a `for_each` step. */
  item_index: Nullable<number>;
  trigger_id: Nullable<string>;
  /** Whether it goes on where the execution it restarts failed. */
  resumes: Defaulted<boolean>;
  steps_ended: Defaulted<number>;
  timers_count: Defaulted<number>;
  /** Job that runs it: another one leaves it alone. */
  runner: Nullable<string>;
  /** What a process that has taken it appends by: whoever takes it next, the same job included, has another. */
  run_id: Nullable<string>;
  /** When the next job that only waits for a time is due. */
  wake_at: NullableTimestampColumn;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface WorkflowEventsTable {
  tenant: TenantColumn;
  execution_id: string;
  position: number;
  event_id: string;
  event_name: string;
  event_type: WorkflowEventType;
  kind: HistoryKind;
  step: string | null;
  token: string | null;
  from_state: string | null;
  to_state: string | null;
  user_id: string | null;
  payload: JsonColumn<Facts>;
  correlation_id: string | null;
  created_at: TimestampColumn;
}

export interface WorkflowTasksTable {
  tenant: TenantColumn;
  task_id: string;
  execution_id: string;
  /** Entry of the history it follows from. */
  event_id: Nullable<string>;
  workflow_name: string;
  step: string | null;
  token: string | null;
  title: string;
  description: string | null;
  task_definition_type: 'tenant' | 'system';
  /** Definition of the task in the system it comes from. */
  tenant_task_definition_id: Nullable<string>;
  system_task_definition_task_type: Nullable<string>;
  status: WorkflowTaskStatus;
  priority: WorkflowPriority;
  due_date: NullableTimestampColumn;
  context_data: JsonColumn<Facts>;
  assigned_roles: string[];
  assigned_users: string[];
  form_definition: JsonColumn<Facts | null>;
  claimed_by: Nullable<string>;
  claimed_at: NullableTimestampColumn;
  completed_by: Nullable<string>;
  completed_at: NullableTimestampColumn;
  response_data: JsonColumn<Facts | null>;
  completion_notes: Nullable<string>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
