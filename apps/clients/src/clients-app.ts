import { handlersFor } from '@psa/http-kit';
import type { TenantScope, TenantTx } from '@psa/postgres-kit';
import type { ClientDependents } from './ports/client-dependents.ts';
import type { Tables } from './tables.ts';

/** What handlers and subscriptions reach beside the database. */
export interface Ports {
  /** The services that keep something of a client, asked before it is deleted. */
  readonly dependents: ClientDependents;
}

export interface ClientsApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<ClientsApp>();
