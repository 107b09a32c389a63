import { timeEntryEvents } from '@psa/contracts-time';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { timeEntryCopy, timeEntryReplica } from '../replicas/time-entry-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the work that invoices are generated from. */
export const keepTimeEntryReplica = subscription<Tables, Ports>(
  'billing-time-entry-replica',
  on(timeEntryEvents.created, (tx, { data, aggregateversion }) => timeEntryReplica.keep(tx, timeEntryCopy(data), aggregateversion)),
  on(timeEntryEvents.updated, (tx, { data, aggregateversion }) => timeEntryReplica.keep(tx, timeEntryCopy(data), aggregateversion)),
  on(timeEntryEvents.submitted, (tx, { data, aggregateversion }) => timeEntryReplica.keep(tx, timeEntryCopy(data), aggregateversion)),
  on(timeEntryEvents.approved, (tx, { data, aggregateversion }) => timeEntryReplica.keep(tx, timeEntryCopy(data), aggregateversion)),
  on(timeEntryEvents.changesRequested, (tx, { data, aggregateversion }) =>
    timeEntryReplica.keep(tx, timeEntryCopy(data), aggregateversion),
  ),
  on(timeEntryEvents.deleted, (tx, { data, aggregateversion }) => timeEntryReplica.forget(tx, data, aggregateversion)),
);
