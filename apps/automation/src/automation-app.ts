import type { Egress, EgressPolicy } from '@psa/egress-kit';
import { handlersFor } from '@psa/http-kit';
import type { Cause, Database, TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Log, SecretBox } from '@psa/service-kit';
import type { FeedHints } from './resources/event-feed/feed-hints.ts';
import type { DueWebhooks } from './resources/webhook-delivery/due-webhooks.ts';
import type { Tables } from './tables.ts';

/** What handlers, subscriptions and workers reach beside the caller's rows. */
export interface Ports {
  /** One tenant's rows outside the request's transaction, or without a request. */
  readonly asTenant: (cause: Cause) => Db;
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
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export interface AutomationApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<AutomationApp>();
