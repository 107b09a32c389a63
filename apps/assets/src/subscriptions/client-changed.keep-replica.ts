import { clientEvents } from '@psa/contracts-clients';
import { on, subscription } from '@psa/events-kit';
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
  on(clientEvents.created, (tx, { data, aggregateversion: version }) => clientReplica.keep(tx, data, version)),
  on(clientEvents.updated, (tx, { data, aggregateversion: version }) => clientReplica.keep(tx, data, version)),
  on(clientEvents.deleted, (tx, { data, aggregateversion: version }) => clientReplica.forget(tx, data, version)),
  on(clientEvents.locationCreated, (tx, { data, aggregateversion: version }) => locationReplica.keep(tx, data, version)),
  on(clientEvents.locationUpdated, (tx, { data, aggregateversion: version }) => locationReplica.keep(tx, data, version)),
  on(clientEvents.locationDeleted, async (tx, { data, aggregateversion: version }) => {
    await locationReplica.forget(tx, data, version);
    await leaveDeletedLocation(tx, data.client_id, data.location_id);
  }),
);
