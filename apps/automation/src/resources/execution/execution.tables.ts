import type { Action, ExecutionStatus, LogLevel, TriggerType } from '@psa/contracts-automation';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn } from '@psa/postgres-kit';
import type { ColumnType, GeneratedAlways } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** What an execution runs: the rule as it was when the execution was made. */
export interface Plan {
  readonly actions: readonly Action[];
  /** The rule's secrets belong to these actions as long as it has this version of them. */
  readonly secrets_version: number;
}

export interface AutomationExecutionsTable {
  tenant: TenantColumn;
  execution_id: string;
  rule_id: string;
  rule_name: string;
  status: ExecutionStatus;
  /** What started it: manual for a call by hand, whatever the rule's trigger. */
  trigger_type: TriggerType;
  trigger_data: JsonColumn<Record<string, unknown>>;
  execution_context: JsonColumn<Record<string, unknown>>;
  plan: JsonColumn<Plan>;
  /** Runs although the rule is not active. */
  is_override: Defaulted<boolean>;
  priority: number;
  /** Entity the event was about. */
  subject: ColumnType<string | null, string | null | undefined, string | null>;
  /** What started it, at most once: an instant of the schedule, an event, a call. */
  fire_key: ColumnType<string | null, string | null | undefined, string | null>;
  correlation_id: string;
  /** How many executions led to this one. */
  depth: Defaulted<number>;
  started_at: TimestampColumn;
  completed_at: NullableTimestampColumn;
  duration_ms: ColumnType<number | null, number | null | undefined, number | null>;
  error_message: ColumnType<string | null, string | null | undefined, string | null>;
  actions_total: number;
  actions_successful: Defaulted<number>;
  actions_failed: Defaulted<number>;
  failed_action_index: ColumnType<number | null, number | null | undefined, number | null>;
  /** First action that has not ended. */
  next_action: Defaulted<number>;
  auto_retries: Defaulted<number>;
  /** Raised by every retry: part of what callees know an attempt by. */
  round: Defaulted<number>;
  /** One of the rule's concurrent executions. */
  has_slot: Defaulted<boolean>;
  /** A batch that still takes events. */
  is_gathering: Defaulted<boolean>;
  /** Waits until this other execution has ended. */
  follows: ColumnType<string | null, string | null | undefined, string | null>;
  due_at: TimestampColumn;
  deadline_at: NullableTimestampColumn;
  lease_owner: ColumnType<string | null, string | null | undefined, string | null>;
  lease_until: NullableTimestampColumn;
  notice_due_at: NullableTimestampColumn;
  notice_attempts: Defaulted<number>;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface AutomationActionResultsTable {
  tenant: TenantColumn;
  execution_id: string;
  action_index: number;
  action_order: number;
  is_success: boolean;
  attempts: number;
  output: JsonColumn<unknown>;
  error_message: string | null;
  finished_at: TimestampColumn;
}

export interface AutomationExecutionLogsTable {
  tenant: TenantColumn;
  execution_id: string;
  position: GeneratedAlways<number>;
  logged_at: TimestampColumn;
  level: LogLevel;
  message: string;
  action_index: number | null;
  metadata: JsonColumn<Record<string, unknown> | null>;
}
