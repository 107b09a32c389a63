import { Egress, egressPolicy, resolveByDns } from '@psa/egress-kit';
import { TenantDb } from '@psa/postgres-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import type { AutomationApp } from './automation-app.ts';
import { automationSettings } from './automation-settings.ts';
import { migrations } from './migrations/index.ts';
import { outsidePorts } from './outside-ports.ts';
import { automationMetaHandlers } from './resources/automation-meta/automation-meta.handlers.ts';
import { chatHandlers, chatSettingsHandlers } from './resources/chat/chat.handlers.ts';
import { eventFeedHandlers } from './resources/event-feed/event-feed.handlers.ts';
import { feedHints } from './resources/event-feed/feed-hints.ts';
import { executionHandlers } from './resources/execution/execution.handlers.ts';
import { hookHandlers } from './resources/hook/hook.handlers.ts';
import { ruleHandlers } from './resources/rule-lifecycle/rule.handlers.ts';
import { automationStatisticsHandlers } from './resources/statistics/statistics.handlers.ts';
import { templateHandlers } from './resources/template/template.handlers.ts';
import { MAX_DELIVERIES_IN_FLIGHT, deliveryWorker } from './resources/webhook-delivery/delivery.worker.ts';
import { DueWebhooks } from './resources/webhook-delivery/due-webhooks.ts';
import { webhookDeliveryHandlers } from './resources/webhook-delivery/webhook-delivery.handlers.ts';
import { webhookTemplateHandlers } from './resources/webhook-template/webhook-template.handlers.ts';
import { webhookHandlers } from './resources/webhook-lifecycle/webhook.handlers.ts';
import { registrationHandlers } from './resources/workflow/registration.handlers.ts';
import { startByAction } from './resources/workflow/start-execution.actions.ts';
import { workflowExecutionHandlers } from './resources/workflow/workflow-execution.handlers.ts';
import { workflowInsightHandlers } from './resources/workflow-insight/insight.handlers.ts';
import { workflowTransferHandlers } from './resources/workflow-transfer/transfer.handlers.ts';
import { workflowTemplateHandlers } from './resources/workflow-template-lifecycle/template.handlers.ts';
import { workflowTimerHandlers } from './resources/workflow-timer/timer.handlers.ts';
import { workflowTriggerHandlers } from './resources/workflow-trigger/trigger.handlers.ts';
import { workflowTaskHandlers } from './resources/workflow/workflow-task.handlers.ts';
import { deliveryRetention } from './schedules/delivery-retention.ts';
import { executionRetention } from './schedules/execution-retention.ts';
import { feedRetention } from './schedules/feed-retention.ts';
import { workflowRetention } from './schedules/workflow-retention.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { recordEvents } from './subscriptions/record-events.ts';
import { renameTags } from './subscriptions/tag-renamed.rename-in-rules.ts';
import { keepTenantReplica } from './subscriptions/tenant-changed.keep-replica.ts';
import type { Tables } from './tables.ts';
import { clockWorker } from './workers/clock-worker.ts';
import { executionWorker } from './workers/execution-worker.ts';
import { workflowClockWorker } from './workers/workflow-clock-worker.ts';
import { workflowWorker } from './workers/workflow-worker.ts';
import { noticeWorker } from './workers/notice-worker.ts';

/** Rules with what they did, webhooks out, and the feed of events: the service that lives from the others' events. */
export const automationService: AnyService = defineService<AutomationApp, typeof automationSettings>({
  name: 'automation',
  settings: automationSettings,
  migrations,
  routes: [
    ...automationMetaHandlers,
    ...ruleHandlers,
    ...executionHandlers,
    ...hookHandlers,
    ...templateHandlers,
    ...automationStatisticsHandlers,
    ...webhookHandlers,
    ...webhookDeliveryHandlers,
    ...webhookTemplateHandlers,
    ...eventFeedHandlers,
    ...chatHandlers,
    ...chatSettingsHandlers,
    ...registrationHandlers,
    ...workflowExecutionHandlers,
    ...workflowTaskHandlers,
    ...workflowTriggerHandlers,
    ...workflowTimerHandlers,
    ...workflowTemplateHandlers,
    ...workflowInsightHandlers,
    ...workflowTransferHandlers,
  ],
  subscriptions: [...recordEvents, keepTenantReplica, renameTags],
  schedules: [feedRetention, deliveryRetention, executionRetention, workflowRetention],
  workers: [deliveryWorker, executionWorker, clockWorker, noticeWorker, workflowWorker, workflowClockWorker],
  sealed: [
    { table: 'webhooks', column: 'sealed_credential', row: 'webhook_id' },
    { table: 'webhook_secrets', column: 'sealed', row: 'secret_id' },
    { table: 'automation_rules', column: 'sealed_secrets', row: 'rule_id' },
    { table: 'automation_hooks', column: 'sealed_secret', row: 'hook_id' },
    { table: 'automation_hooks', column: 'sealed_former_secret', row: 'hook_id' },
    { table: 'workflow_triggers', column: 'sealed_secret', row: 'trigger_id' },
    { table: 'workflow_triggers', column: 'sealed_former_secret', row: 'trigger_id' },
  ],
  ports: ({ settings, broker, database, workerDatabase, log, secrets }) => {
    const policy = egressPolicy(settings.PSA_EGRESS_ALLOW);
    const outside = outsidePorts(settings, broker, log, process.argv[1] as string);
    return {
      ...outside,
      offered: { events: eventCatalogue, egressPolicy: policy, systemCommands: outside.systemCommands.names },
      asTenant: (context) => new TenantDb<Tables>(database, context),
      workflows: { start: (context, start) => startByAction(new TenantDb<Tables>(database, context), start) },
      workerDatabase,
      log,
      secrets,
      egress: new Egress({ policy, resolve: resolveByDns(policy), connections: MAX_DELIVERIES_IN_FLIGHT }),
      egressPolicy: policy,
      dueWebhooks: new DueWebhooks(),
      feedHints: feedHints(broker),
    };
  },
});
