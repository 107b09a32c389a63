import { clientEvents } from '@psa/contracts-clients';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { forgetClient, keepClient, keepLocation } from '../replicas/client-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies that assets are shown with and checked against, so that no request needs the clients service. */
export const keepClientReplica = subscription<Tables, Ports>(
  'assets-client-replica',
  on(clientEvents.created, (tx, { data, aggregateversion: version }) => keepClient(tx, { ...data, is_deleted: false, version })),
  on(clientEvents.updated, (tx, { data, aggregateversion: version }) => keepClient(tx, { ...data, is_deleted: false, version })),
  on(clientEvents.deleted, (tx, { data, aggregateversion: version }) => forgetClient(tx, data.client_id, version)),
  on(clientEvents.locationCreated, (tx, { data, aggregateversion: version }) => keepLocation(tx, { ...data, is_deleted: false, version })),
  on(clientEvents.locationUpdated, (tx, { data, aggregateversion: version }) => keepLocation(tx, { ...data, is_deleted: false, version })),
  on(clientEvents.locationDeleted, (tx, { data, aggregateversion: version }) =>
    keepLocation(tx, {
      ...data,
      location_name: null,
      is_active: false,
      is_deleted: true,
      version,
    }),
  ),
);
