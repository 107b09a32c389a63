import { handlersFor } from '@psa/http-kit';
import type { RequestContext, TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Directory } from './ports/directory.ts';
import type { TicketChannels } from './ports/ticket-channels.ts';
import type { Tables } from './tables.ts';

/** What handlers and subscriptions reach beside the database. */
export interface Ports {
  /** Owners of users, tickets, tasks and services, asked when a copy is not here yet. */
  readonly directory: Directory;
  /** Who sees which tickets. */
  readonly ticketChannels: TicketChannels;
  /** Address under which the product is reached, without a slash at its end. */
  readonly publicUrl: string;
  /** One tenant's rows for a caller who proves to be of it by a token of our own. */
  readonly asTenant: (context: RequestContext) => Db;
}

export interface TimeApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<TimeApp>();
