import { clientEvents } from '@psa/contracts-clients';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { clientCopy, clientReplica } from '../replicas/client-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of clients that contracts are shown with and checked against. */
export const keepClientReplica = subscription<Tables, Ports>(
  'billing-client-replica',
  on(clientEvents.created, (tx, { data, aggregateversion }) => clientReplica.keep(tx, clientCopy(data), aggregateversion)),
  on(clientEvents.updated, (tx, { data, aggregateversion }) => clientReplica.keep(tx, clientCopy(data), aggregateversion)),
  on(clientEvents.deleted, (tx, { data, aggregateversion }) => clientReplica.forget(tx, data, aggregateversion)),
);
