import type { Egress, EgressPolicy } from '@psa/egress-kit';
import { handlersFor } from '@psa/http-kit';
import type { Mailer } from '@psa/mail-kit';
import type { RequestContext, Database, TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Log } from '@psa/observability-kit';
import type { SecretBox } from '@psa/secrets-kit';
import type { EntityServices } from './ports/entity-services.ts';
import type { LanguageModel } from './ports/language-model.ts';
import type { Roles } from './ports/roles.ts';
import type { RuleAuthors } from './ports/rule-authors.ts';
import type { ScriptRunner } from './ports/script-runner.ts';
import type { SmsSender } from './ports/sms-sender.ts';
import type { TicketChannels } from './ports/ticket-channels.ts';
import type { Workflows } from './ports/workflows.ts';
import type { SystemCommands } from './ports/system-commands.ts';
import type { AutomationLimits } from './automation-limits.ts';
import type { ChatRoom } from './resources/chat/chat-room.ts';
import type { FeedHints } from './resources/event-feed/feed-hints.ts';
import type { StartLimits } from './resources/execution/start-limits.ts';
import type { HookLimiter } from './resources/hook/hook-limiter.ts';
import type { Offered } from './resources/rule/rule.rules.ts';
import type { DueWebhooks } from './resources/webhook-delivery/due-webhooks.ts';
import type { Tables } from './tables.ts';

/** What handlers, subscriptions and workers reach beside the caller's rows. */
export interface Ports {
  /** One tenant's rows outside the request's transaction, or without a request. */
  readonly asTenant: (context: RequestContext) => Db;
  /** Across tenants, with the worker role's rights. */
  readonly workerDatabase: Database;
  /** Seals what tenants entrust to the product. */
  readonly secrets: SecretBox;
  /** The one way to addresses that users choose, and what it lets through. */
  readonly egress: Pick<Egress, 'request'>;
  readonly egressPolicy: EgressPolicy;
  /** What the worker of deliveries is told of. */
  readonly dueWebhooks: DueWebhooks;
  /** Tells streams of events that there is more. */
  readonly feedHints: FeedHints;
  /** Address under which the API is reached from outside. */
  readonly publicUrl: URL;
  /** What the installation offers to rules. */
  readonly offered: Offered;
  readonly mailer: Mailer;
  readonly sms: SmsSender;
  readonly scripts: ScriptRunner;
  readonly systemCommands: SystemCommands;
  /** The services that own what rules change and look at. */
  readonly entities: EntityServices;
  /** Whose permissions rules run with. */
  readonly authors: RuleAuthors;
  /** By which tasks find the people they are for. */
  readonly roles: Roles;
  /** Who sees which tickets. */
  readonly ticketChannels: TicketChannels;
  /** Starts workflows of the same tenant. */
  readonly workflows: Workflows;
  readonly limits: AutomationLimits;
  readonly startLimits: StartLimits;
  readonly hookLimiter: HookLimiter;
  /** Answers in the chat; absent while the operator has configured none. */
  readonly languageModel?: LanguageModel | undefined;
  /** Whether the model may look things up. */
  readonly chatTools: boolean;
  readonly chatRoom: ChatRoom;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export interface AutomationApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<AutomationApp>();
