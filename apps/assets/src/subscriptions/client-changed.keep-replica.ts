import { clientEvents } from '@psa/contracts-clients';
import { forgetCopy, keepCopy, on, subscription } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { clientReplica, locationReplica } from '../replicas/client-replica.ts';
import { leaveDeletedLocation } from '../resources/asset/asset.actions.ts';
import type { Tables } from '../tables.ts';

/**
 * Keeps the copies that assets are shown with and checked against, so that no request needs the clients service, and takes assets off
 * deleted locations.
 */
export const keepClientReplica = subscription<Tables, Ports>(
  'assets-client-replica',
  keepCopy(clientEvents.created, clientReplica),
  keepCopy(clientEvents.updated, clientReplica),
  forgetCopy(clientEvents.deleted, clientReplica),
  keepCopy(clientEvents.locationCreated, locationReplica),
  keepCopy(clientEvents.locationUpdated, locationReplica),
  on(clientEvents.locationDeleted, async (tx, { data, aggregateversion: version }) => {
    await locationReplica.forget(tx, data, version);
    await leaveDeletedLocation(tx, data.client_id, data.location_id);
  }),
);
