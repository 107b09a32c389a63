import type { Action, AutomationCondition, NotificationSettings, RuleStatus, TriggerType } from '@psa/contracts-automation';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** What the last look of a condition trigger saw. */
export interface CheckState {
  readonly held: boolean;
  readonly failures: number;
}

export interface AutomationRulesTable {
  tenant: TenantColumn;
  rule_id: string;
  name: string;
  description: string | null;
  status: RuleStatus;
  /** 0 is low, 3 critical. */
  priority: number;
  trigger_type: TriggerType;
  trigger_config: JsonColumn<Record<string, unknown>>;
  /** Of an event trigger, for the index. */
  event_type: string | null;
  conditions: JsonColumn<AutomationCondition[]>;
  condition_logic: 'and' | 'or';
  /** In the order of their running; secrets read [REDACTED]. */
  actions: JsonColumn<Action[]>;
  /** The secrets of the actions by their path, sealed. */
  sealed_secrets: string | null;
  secrets_version: Defaulted<number>;
  max_concurrent_executions: number;
  execution_timeout_minutes: number;
  retry_failed_executions: boolean;
  is_template: boolean;
  template_category: string | null;
  tags: string[];
  metadata: JsonColumn<Record<string, unknown>>;
  notification_settings: JsonColumn<NotificationSettings>;
  created_by: string | null;
  /** Whose permissions the rule runs with: who created it, or changed last what it does. */
  runs_as: string | null;
  execution_count: Defaulted<number>;
  last_executed: NullableTimestampColumn;
  /** The hour in which it was started last. */
  starts_hour: NullableTimestampColumn;
  /** How often it was started in that hour. */
  starts: Defaulted<number>;
  consecutive_failures: Defaulted<number>;
  next_fire_at: NullableTimestampColumn;
  fire_count: Defaulted<number>;
  check_state: JsonColumn<CheckState | null>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** How much of something the rules of the tenant have used in an hour. */
export interface AutomationMetersTable {
  tenant: TenantColumn;
  kind: string;
  hour: string;
  used: number;
}

export interface AutomationHooksTable {
  tenant: TenantColumn;
  hook_id: string;
  rule_id: string;
  sealed_secret: string;
  sealed_former_secret: ColumnType<string | null, string | null | undefined, string | null>;
  former_until: NullableTimestampColumn;
  created_at: TimestampColumn;
}
