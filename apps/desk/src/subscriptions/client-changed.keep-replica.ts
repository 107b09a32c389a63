import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { clientCopy, clientReplica, locationReplica } from '../replicas/client-replica.ts';
import { contactReplica, keepMerged } from '../replicas/contact-replica.ts';
import { queueContactMove } from '../resources/contact-move/move-contact.actions.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of clients, locations and contacts that tickets and projects are shown with and checked against. */
export const keepClientReplica = subscription<Tables, Ports>(
  'desk-client-replica',
  on(clientEvents.created, (tx, { data, aggregateversion }) => clientReplica.keep(tx, clientCopy(data), aggregateversion)),
  on(clientEvents.updated, (tx, { data, aggregateversion }) => clientReplica.keep(tx, clientCopy(data), aggregateversion)),
  on(clientEvents.deleted, (tx, { data, aggregateversion }) => clientReplica.forget(tx, data, aggregateversion)),
  on(clientEvents.locationCreated, (tx, { data, aggregateversion }) => locationReplica.keep(tx, data, aggregateversion)),
  on(clientEvents.locationUpdated, (tx, { data, aggregateversion }) => locationReplica.keep(tx, data, aggregateversion)),
  on(clientEvents.locationDeleted, (tx, { data, aggregateversion }) => locationReplica.forget(tx, data, aggregateversion)),
  on(contactEvents.created, (tx, { data, aggregateversion }) => contactReplica.keep(tx, data, aggregateversion)),
  on(contactEvents.updated, (tx, { data, aggregateversion }) => contactReplica.keep(tx, data, aggregateversion)),
  on(contactEvents.merged, async (tx, { data, aggregateversion }) => {
    await keepMerged(tx, data, aggregateversion);
    queueContactMove(tx, data);
  }),
  on(contactEvents.deleted, (tx, { data, aggregateversion }) => contactReplica.forget(tx, data, aggregateversion)),
);
