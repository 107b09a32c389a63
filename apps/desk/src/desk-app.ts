import type { BlobStore } from '@psa/blob-kit';
import { handlersFor } from '@psa/http-kit';
import type { TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Assets } from './ports/assets.ts';
import type { Directory } from './ports/directory.ts';
import type { Services } from './ports/services.ts';
import type { TimeEntries } from './ports/time-entries.ts';
import type { TagOwners } from './ports/tag-owners.ts';
import type { Tables } from './tables.ts';

/** What handlers and subscriptions reach beside the database. */
export interface Ports {
  /** Owners of clients, contacts, users and teams, asked when a copy is not here yet. */
  readonly directory: Directory;
  /** Assets, asked when a ticket is opened for one. */
  readonly assets: Assets;
  /** Bytes of documents. */
  readonly documents: BlobStore;
  /** Billing, asked how service categories are used. */
  readonly services: Services;
  /** Where time is logged. */
  readonly timeEntries: TimeEntries;
  /** Services whose entities are tagged. */
  readonly tagOwners: TagOwners;
}

export interface DeskApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

export const handlers = handlersFor<DeskApp>();
