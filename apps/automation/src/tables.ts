import type {
  AutomationActionResultsTable,
  AutomationExecutionLogsTable,
  AutomationExecutionsTable,
} from './resources/execution/execution.tables.ts';
import type { AutomationHooksTable, AutomationMetersTable, AutomationRulesTable } from './resources/rule/rule.tables.ts';
import type { AutomationTemplatesTable } from './resources/template/template.tables.ts';
import type { ChatSettingsTable } from './resources/chat/chat.tables.ts';
import type { FeedEventsTable, FeedHeadsTable } from './resources/event-feed/event-feed.tables.ts';
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookHealthTable,
  WebhookSecretsTable,
  WebhooksTable,
  WebhookTemplatesTable,
} from './resources/webhook/webhook.tables.ts';
import type {
  WorkflowBufferedEventsTable,
  WorkflowChainsTable,
  WorkflowFanOutsTable,
  WorkflowListensTable,
  WorkflowSnapshotsTable,
  WorkflowTaskChangesTable,
  WorkflowTemplatesTable,
  WorkflowTemplateUsesTable,
  WorkflowTimersTable,
  WorkflowTriggersTable,
  WorkflowWaitsTable,
} from './resources/workflow/workflow-parts.tables.ts';
import type {
  WorkflowEventsTable,
  WorkflowExecutionsTable,
  WorkflowRegistrationsTable,
  WorkflowTasksTable,
  WorkflowVersionsTable,
} from './resources/workflow/workflow.tables.ts';
import type { TenantColumn, TimestampColumn } from '@psa/postgres-kit';

/** The slug and state of the tenant itself; its id is the row's tenant. */
export interface TenantReplicasTable {
  tenant: TenantColumn;
  slug: string;
  is_suspended: boolean;
  version: number;
  updated_at: TimestampColumn;
}

/** Every table of the service, by name. */
export interface Tables {
  tenant_replicas: TenantReplicasTable;
  automation_rules: AutomationRulesTable;
  automation_meters: AutomationMetersTable;
  automation_hooks: AutomationHooksTable;
  automation_executions: AutomationExecutionsTable;
  automation_action_results: AutomationActionResultsTable;
  automation_execution_logs: AutomationExecutionLogsTable;
  automation_templates: AutomationTemplatesTable;
  chat_settings: ChatSettingsTable;
  workflow_registrations: WorkflowRegistrationsTable;
  workflow_versions: WorkflowVersionsTable;
  workflow_executions: WorkflowExecutionsTable;
  workflow_events: WorkflowEventsTable;
  workflow_tasks: WorkflowTasksTable;
  workflow_task_changes: WorkflowTaskChangesTable;
  workflow_triggers: WorkflowTriggersTable;
  workflow_listens: WorkflowListensTable;
  workflow_waits: WorkflowWaitsTable;
  workflow_buffered_events: WorkflowBufferedEventsTable;
  workflow_chains: WorkflowChainsTable;
  workflow_fan_outs: WorkflowFanOutsTable;
  workflow_timers: WorkflowTimersTable;
  workflow_snapshots: WorkflowSnapshotsTable;
  workflow_templates: WorkflowTemplatesTable;
  workflow_template_uses: WorkflowTemplateUsesTable;
  webhooks: WebhooksTable;
  webhook_secrets: WebhookSecretsTable;
  webhook_health: WebhookHealthTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_templates: WebhookTemplatesTable;
  feed_heads: FeedHeadsTable;
  feed_events: FeedEventsTable;
}
