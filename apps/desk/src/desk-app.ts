import { handlersFor } from '@psa/http-kit';
import type { TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Tables } from './tables.ts';

/** What handlers and subscriptions reach beside the database. */
export type Ports = Readonly<Record<never, never>>;

export interface DeskApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<DeskApp>();
