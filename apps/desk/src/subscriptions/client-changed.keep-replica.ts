import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { forgetClient, forgetLocation, keepClient, keepLocation } from '../replicas/client-replica.ts';
import { forgetContact, keepContact } from '../replicas/contact-replica.ts';
import { moveProjectsToContact } from '../resources/project/project.records.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of clients, locations and contacts that tickets and projects are shown with and checked against. */
export const keepClientReplica = subscription<Tables, Ports>(
  'desk-client-replica',
  on(clientEvents.created, (tx, { data, aggregateversion }) => keepClient(tx, data, aggregateversion)),
  on(clientEvents.updated, (tx, { data, aggregateversion }) => keepClient(tx, data, aggregateversion)),
  on(clientEvents.deleted, (tx, { data, aggregateversion }) => forgetClient(tx, data.client_id, aggregateversion)),
  on(clientEvents.locationCreated, (tx, { data, aggregateversion }) => keepLocation(tx, data, aggregateversion)),
  on(clientEvents.locationUpdated, (tx, { data, aggregateversion }) => keepLocation(tx, data, aggregateversion)),
  on(clientEvents.locationDeleted, (tx, { data, aggregateversion }) =>
    forgetLocation(tx, data.location_id, data.client_id, aggregateversion),
  ),
  on(contactEvents.created, (tx, { data, aggregateversion }) => keepContact(tx, data, aggregateversion)),
  on(contactEvents.updated, (tx, { data, aggregateversion }) => keepContact(tx, data, aggregateversion)),
  on(contactEvents.merged, async (tx, { data, aggregateversion }) => {
    await forgetContact(tx, data.contact_name_id, aggregateversion);
    await moveProjectsToContact(tx, data.contact_name_id, data.merged_into);
  }),
  on(contactEvents.deleted, (tx, { data, aggregateversion }) => forgetContact(tx, data.contact_name_id, aggregateversion)),
);
