import { handlersFor } from '@psa/http-kit';
import type { Mailer } from '@psa/mail-kit';
import type { TenantScope, TenantTx } from '@psa/postgres-kit';
import type { ClientDirectory } from './ports/client-directory.ts';
import type { ServiceCategories } from './ports/service-categories.ts';
import type { Tables } from './tables.ts';

/** What handlers and subscriptions reach beside the database. */
export interface Ports {
  readonly clients: ClientDirectory;
  readonly serviceCategories: ServiceCategories;
  readonly mailer: Mailer;
}

export interface BillingApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<BillingApp>();
