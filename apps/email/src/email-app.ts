import type { BlobStore } from '@psa/blob-kit';
import type { Egress } from '@psa/egress-kit';
import { handlersFor } from '@psa/http-kit';
import type { Database, RequestContext, TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Log } from '@psa/observability-kit';
import type { SecretBox } from '@psa/secrets-kit';
import type { JWTVerifyGetKey } from 'jose';
import type { Desk } from './rpc-clients/desk.ts';
import type { ClientDirectory } from './ports/client-directory.ts';
import type { Staff } from './ports/staff.ts';
import type { Installation } from './ports/installation.ts';
import type { MailServer } from './ports/mail-server.ts';
import type { Tables } from './tables.ts';

/** What handlers, workers and subscriptions reach beside the caller's rows. */
export interface Ports {
  /** One tenant's rows outside the request's transaction, or without a request. */
  readonly asTenant: (context: RequestContext) => Db;
  /** Across tenants, with the worker role's rights. */
  readonly workerDatabase: Database;
  readonly secrets: SecretBox;
  /** Bytes of mails and their files. */
  readonly blobs: BlobStore;
  /** The one way to HTTP addresses that users choose. */
  readonly egress: Pick<Egress, 'request'>;
  /** How hosts of mail servers are vetted before a connection. */
  readonly mailServer: MailServer;
  /** The desk service. */
  readonly desk: Desk;
  readonly clients: ClientDirectory;
  /** Who is told when a mailbox fails. */
  readonly staff: Staff;
  readonly installation: Installation;
  /** Keys Google signs pushes with. */
  readonly googleKeys: JWTVerifyGetKey;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export interface EmailApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<EmailApp>();
