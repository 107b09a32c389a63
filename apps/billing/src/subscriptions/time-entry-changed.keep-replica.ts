import { timeEntryEvents } from '@psa/contracts-time';
import { forgetCopy, keepCopy, subscription } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { timeEntryCopy, timeEntryReplica } from '../replicas/time-entry-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the work that invoices are generated from. */
export const keepTimeEntryReplica = subscription<Tables, Ports>(
  'billing-time-entry-replica',
  keepCopy(timeEntryEvents.created, timeEntryReplica, timeEntryCopy),
  keepCopy(timeEntryEvents.updated, timeEntryReplica, timeEntryCopy),
  keepCopy(timeEntryEvents.submitted, timeEntryReplica, timeEntryCopy),
  keepCopy(timeEntryEvents.approved, timeEntryReplica, timeEntryCopy),
  keepCopy(timeEntryEvents.changesRequested, timeEntryReplica, timeEntryCopy),
  forgetCopy(timeEntryEvents.deleted, timeEntryReplica),
);
