import type { Migration } from '@psa/postgres-kit';
import { automationMigration } from './0001-automation.ts';
import { rulesMigration } from './0002-rules.ts';
import { webhooksMigration } from './0020-webhooks.ts';
import { eventFeedMigration } from './0021-event-feed.ts';
import { slotsMigration } from './0022-slots.ts';
import { listenersMigration } from './0023-listeners.ts';
import { ruleAuthorsMigration } from './0024-rule-authors.ts';
import { chatMigration } from './0090-chat.ts';
import { workflowsMigration } from './0110-workflows.ts';
import { workflowEngineMigration } from './0120-workflow-engine.ts';
import { ruleStartsMigration } from './0130-rule-starts.ts';
import { workflowFencesMigration } from './0131-workflow-fences.ts';
import { workflowWaitsMigration } from './0132-workflow-waits.ts';
import { beginWithClaimMigration } from './0133-begin-with-claim.ts';
import { workflowTaskDefinitionsMigration } from './0134-workflow-task-definitions.ts';
import { workflowTextsMigration } from './0135-workflow-texts.ts';
import { formerWorkflowTextsMigration } from './0136-former-workflow-texts.ts';
import { listenersInOrderMigration } from './0137-listeners-in-order.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-automation': automationMigration,
  '0002-rules': rulesMigration,
  '0020-webhooks': webhooksMigration,
  '0021-event-feed': eventFeedMigration,
  '0022-slots': slotsMigration,
  '0023-listeners': listenersMigration,
  '0024-rule-authors': ruleAuthorsMigration,
  '0090-chat': chatMigration,
  '0110-workflows': workflowsMigration,
  '0120-workflow-engine': workflowEngineMigration,
  '0130-rule-starts': ruleStartsMigration,
  '0131-workflow-fences': workflowFencesMigration,
  '0132-workflow-waits': workflowWaitsMigration,
  '0133-begin-with-claim': beginWithClaimMigration,
  '0134-workflow-task-definitions': workflowTaskDefinitionsMigration,
  '0135-workflow-texts': workflowTextsMigration,
  '0136-former-workflow-texts': formerWorkflowTextsMigration,
  '0137-listeners-in-order': listenersInOrderMigration,
};
