import type {
  AutomationCondition,
  MissedFires,
  WorkflowPriority,
  WorkflowTaskChange,
  WorkflowTaskStatus,
  WorkflowTriggerType,
} from '@psa/contracts-automation';
import type { workflowSnapshotTypes, workflowTemplateStatuses, workflowTimerStatuses } from '@psa/contracts-automation';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';
import type { FoldCheckpoint } from './fold-history.rules.ts';

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Facts = Record<string, unknown>;

export interface WorkflowTriggersTable {
  tenant: TenantColumn;
  trigger_id: string;
  workflow_registration_id: string;
  name: string;
  trigger_type: WorkflowTriggerType;
  event_type: Nullable<string>;
  conditions: JsonColumn<Facts>;
  parameters: JsonColumn<Facts>;
  priority: WorkflowPriority;
  is_active: boolean;
  schedule_expression: Nullable<string>;
  timezone: string;
  missed_fires: MissedFires;
  sealed_secret: Nullable<string>;
  sealed_former_secret: Nullable<string>;
  former_until: NullableTimestampColumn;
  last_triggered: NullableTimestampColumn;
  trigger_count: Defaulted<number>;
  next_scheduled_time: NullableTimestampColumn;
  last_error: Nullable<string>;
  /** Whoever last wrote it: it starts nothing by events they may not read. Null where an earlier version of the product wrote it. */
  runs_as: Nullable<string>;
  created_by: string;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** Events of the product that an execution may come to wait for: they are kept for it from its start. */
export interface WorkflowListensTable {
  tenant: TenantColumn;
  execution_id: string;
  event_name: string;
}

/** A step that waits for an event of the product. */
export interface WorkflowWaitsTable {
  tenant: TenantColumn;
  execution_id: string;
  token: string;
  event_name: string;
  /** First pair of the correlation, by which an event finds its waits in an index; empty without one. */
  match_path: string;
  match_value: string;
  correlation: JsonColumn<Record<string, string>>;
  conditions: JsonColumn<AutomationCondition[]>;
}

/** Events that came before anybody waited for them. */
export interface WorkflowBufferedEventsTable {
  tenant: TenantColumn;
  event_id: string;
  event_name: string;
  event: JsonColumn<Facts>;
  received_at: TimestampColumn;
}

/** How many executions a chain of causes has started. */
export interface WorkflowChainsTable {
  tenant: TenantColumn;
  chain_id: string;
  starts: number;
  started_at: TimestampColumn;
}

/** Progress of a `for_each` step; the history of the execution holds only its begin and its end. */
export interface WorkflowFanOutsTable {
  tenant: TenantColumn;
  execution_id: string;
  token: string;
  since: number;
  workflow_name: string;
  /** Null where the items are numbers. */
  items: JsonColumn<unknown[] | null>;
  total: number;
  context_data: JsonColumn<Facts>;
  started: Defaulted<number>;
  ended: Defaulted<number>;
  failed: Defaulted<number>;
  failures: JsonColumn<string[]>;
  /** Items that may start as soon as the execution is no longer paused. */
  held: Defaulted<number>;
}

export interface WorkflowTimersTable {
  tenant: TenantColumn;
  timer_id: string;
  execution_id: string;
  timer_name: string;
  state_name: string;
  duration: string;
  recurrence: Nullable<string>;
  start_time: string;
  metadata: JsonColumn<Facts>;
  fire_time: string;
  status: (typeof workflowTimerStatuses)[number];
  next_fire_time: NullableTimestampColumn;
  fire_count: Defaulted<number>;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface WorkflowSnapshotsTable {
  tenant: TenantColumn;
  snapshot_id: string;
  execution_id: string;
  snapshot_type: (typeof workflowSnapshotTypes)[number];
  current_state: Nullable<string>;
  state_data: JsonColumn<Facts>;
  context_data: JsonColumn<Facts>;
  metadata: JsonColumn<Facts>;
  description: Nullable<string>;
  size_bytes: number;
  events_count: number;
  /** Where the fold of the history stood: it goes on from there. */
  checkpoint: JsonColumn<FoldCheckpoint | null>;
  created_at: TimestampColumn;
}

export interface WorkflowTemplatesTable {
  tenant: TenantColumn;
  template_id: string;
  name: string;
  description: string | null;
  category: string | null;
  tags: string[];
  template_version: string;
  status: (typeof workflowTemplateStatuses)[number];
  definition: JsonColumn<Facts>;
  parameter_schema: JsonColumn<Facts | null>;
  default_parameters: JsonColumn<Facts>;
  ui_metadata: JsonColumn<Facts>;
  created_by: string;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** How often templates were used, those of the product too. */
export interface WorkflowTemplateUsesTable {
  tenant: TenantColumn;
  template_id: string;
  usage_count: number;
  last_used: string;
}

export interface WorkflowTaskChangesTable {
  tenant: TenantColumn;
  history_id: string;
  task_id: string;
  action: WorkflowTaskChange['action'];
  from_status: WorkflowTaskStatus | null;
  to_status: WorkflowTaskStatus;
  user_id: string | null;
  details: JsonColumn<Facts>;
  created_at: TimestampColumn;
}
