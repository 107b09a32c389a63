import { clientEvents } from '@psa/contracts-clients';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { clientCopy, clientReplica } from '../replicas/client-replica.ts';
import { locationCopy, locationReplica } from '../replicas/location-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of clients that contracts are shown with and checked against. */
export const keepClientReplica = subscription<Tables, Ports>(
  'billing-client-replica',
  on(clientEvents.created, (tx, { data, aggregateversion }) => clientReplica.keep(tx, clientCopy(data), aggregateversion)),
  on(clientEvents.updated, (tx, { data, aggregateversion }) => clientReplica.keep(tx, clientCopy(data), aggregateversion)),
  on(clientEvents.locationCreated, (tx, { data, aggregateversion }) => locationReplica.keep(tx, locationCopy(data), aggregateversion)),
  on(clientEvents.locationUpdated, (tx, { data, aggregateversion }) => locationReplica.keep(tx, locationCopy(data), aggregateversion)),
  on(clientEvents.locationDeleted, (tx, { data, aggregateversion }) => locationReplica.forget(tx, data, aggregateversion)),
  on(clientEvents.deleted, (tx, { data, aggregateversion }) => clientReplica.forget(tx, data, aggregateversion)),
);
