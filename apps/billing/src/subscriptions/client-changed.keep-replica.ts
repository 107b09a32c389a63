import { clientEvents } from '@psa/contracts-clients';
import { forgetCopy, keepCopy, subscription } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { clientCopy, clientReplica } from '../replicas/client-replica.ts';
import { locationCopy, locationReplica } from '../replicas/location-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of clients that contracts are shown with and checked against. */
export const keepClientReplica = subscription<Tables, Ports>(
  'billing-client-replica',
  keepCopy(clientEvents.created, clientReplica, clientCopy),
  keepCopy(clientEvents.updated, clientReplica, clientCopy),
  keepCopy(clientEvents.locationCreated, locationReplica, locationCopy),
  keepCopy(clientEvents.locationUpdated, locationReplica, locationCopy),
  forgetCopy(clientEvents.locationDeleted, locationReplica),
  forgetCopy(clientEvents.deleted, clientReplica),
);
