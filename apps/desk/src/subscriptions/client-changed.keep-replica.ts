import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { forgetCopy, keepCopy, on, subscription } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { clientCopy, clientReplica, locationReplica } from '../replicas/client-replica.ts';
import { contactReplica, keepMerged } from '../replicas/contact-replica.ts';
import { queueContactMove } from '../resources/contact-move/move-contact.actions.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of clients, locations and contacts that tickets and projects are shown with and checked against. */
export const keepClientReplica = subscription<Tables, Ports>(
  'desk-client-replica',
  keepCopy(clientEvents.created, clientReplica, clientCopy),
  keepCopy(clientEvents.updated, clientReplica, clientCopy),
  forgetCopy(clientEvents.deleted, clientReplica),
  keepCopy(clientEvents.locationCreated, locationReplica),
  keepCopy(clientEvents.locationUpdated, locationReplica),
  forgetCopy(clientEvents.locationDeleted, locationReplica),
  keepCopy(contactEvents.created, contactReplica),
  keepCopy(contactEvents.updated, contactReplica),
  on(contactEvents.merged, async (tx, { data, aggregateversion }) => {
    await keepMerged(tx, data, aggregateversion);
    queueContactMove(tx, data);
  }),
  forgetCopy(contactEvents.deleted, contactReplica),
);
