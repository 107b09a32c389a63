import { handlersFor } from '@psa/http-kit';
import type { TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Dependents } from './ports/dependents.ts';
import type { UserDirectory } from './ports/user-directory.ts';
import type { Tables } from './tables.ts';

/** What handlers and subscriptions reach beside the database. */
export interface Ports {
  /** The services that keep something of a client or a contact, asked before it is deleted. */
  readonly dependents: Dependents;
  /** Asked for a user whose copy has not arrived yet. */
  readonly users: UserDirectory;
}

export interface ClientsApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<ClientsApp>();
