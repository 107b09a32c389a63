import { handlersFor } from '@psa/http-kit';
import type { Mailer } from '@psa/mail-kit';
import type { RequestContext, TenantScope, TenantTx } from '@psa/postgres-kit';
import type { SecretBox } from '@psa/secrets-kit';
import type { AccountingProvider } from './ports/accounting.ts';
import type { CardPayments } from './ports/card-payments.ts';
import type { ClientCommands } from './ports/client-commands.ts';
import type { ClientDirectory } from './ports/client-directory.ts';
import type { ServiceCategories } from './ports/service-categories.ts';
import type { Tables } from './tables.ts';

/** What handlers and subscriptions reach beside the database. */
export interface Ports {
  readonly clients: ClientDirectory;
  readonly clientCommands: ClientCommands;
  readonly serviceCategories: ServiceCategories;
  readonly mailer: Mailer;
  readonly cardPayments: CardPayments;
  /** Accounting systems, by name. */
  readonly accounting: { readonly quickbooks: AccountingProvider };
  /** Tenants that are connected to a company of an accounting system. */
  readonly tenantsOfCompany: (realmId: string) => Promise<string[]>;
  /** Address under which the product is reached. */
  readonly publicUrl: URL;
  readonly secrets: SecretBox;
  /** One tenant's rows where no caller says whose. */
  readonly asTenant: (context: RequestContext) => Db;
}

export interface BillingApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<BillingApp>();
