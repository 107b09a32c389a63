import { handlersFor } from '@psa/http-kit';
import type { RequestContext, TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Log } from '@psa/observability-kit';
import type { SecretBox } from '@psa/secrets-kit';
import type { ClientDirectory } from './ports/client-directory.ts';
import type { BlobStore } from '@psa/blob-kit';
import type { RmmConnectors } from './ports/rmm-connector.ts';
import type { TicketChannels } from './ports/ticket-channels.ts';
import type { TicketDirectory } from './ports/ticket-directory.ts';
import type { UserDirectory } from './ports/user-directory.ts';
import type { Tables } from './tables.ts';

/** What handlers and subscriptions reach beside the database. */
export interface Ports {
  /** The clients service, asked when a client's copy is not here yet. */
  readonly clients: ClientDirectory;
  /** Where the bytes of documents are kept. */
  readonly documents: BlobStore;
  /** The desk service, asked when a ticket's copy is not here yet. */
  readonly tickets: TicketDirectory;
  /** Who sees which tickets. */
  readonly ticketChannels: TicketChannels;
  /** The identity service, asked for a user whose copy is not here yet. */
  readonly users: UserDirectory;
  /** Days before the end of a warranty at which it is told of, ascending. */
  readonly warrantyThresholds: readonly number[];
  /** Remote monitoring, as the edition has it. */
  readonly rmm: RmmConnectors;
  /** Seals what tenants entrust to the product. */
  readonly secrets: SecretBox;
  /** The database outside the request's transaction: for what stays when the request is refused, or goes on when it is answered. */
  readonly asTenant: (context: RequestContext) => Db;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

export interface AssetsApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<AssetsApp>();
