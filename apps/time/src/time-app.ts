import { handlersFor } from '@psa/http-kit';
import type { TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Directory } from './ports/directory.ts';
import type { Tables } from './tables.ts';

/** What handlers and subscriptions reach beside the database. */
export interface Ports {
  /** Owners of users, tickets, tasks and services, asked when a copy is not here yet. */
  readonly directory: Directory;
}

export interface TimeApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<TimeApp>();
