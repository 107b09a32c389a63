import { contactEvents } from '@psa/contracts-clients';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { keepContact } from '../replicas/contact-replica.ts';
import { followContact, repointContact } from '../resources/user/contact-of-user.actions.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of contacts that users of the client portal are, and the users with them. */
export const keepContactReplica = subscription<Tables, Ports>(
  'identity-contact-replica',
  on(contactEvents.created, async (tx, { data, aggregateversion: version }) => {
    await keepContact(tx, {
      contact_id: data.contact_name_id,
      client_id: data.client_id,
      is_inactive: data.is_inactive,
      is_deleted: false,
      version,
    });
  }),
  on(contactEvents.updated, async (tx, { data, aggregateversion: version }) => {
    const contact = {
      contact_id: data.contact_name_id,
      client_id: data.client_id,
      is_inactive: data.is_inactive,
      is_deleted: false,
      version,
    };
    if (await keepContact(tx, contact)) await followContact(tx, { ...contact, with_client: data.with_client === true });
  }),
  on(contactEvents.deleted, async (tx, { data, aggregateversion: version }) => {
    const contact = { contact_id: data.contact_name_id, client_id: null, is_inactive: true, is_deleted: true, version };
    if (await keepContact(tx, contact)) await followContact(tx, { ...contact, with_client: false });
  }),
  on(contactEvents.merged, async (tx, { data, aggregateversion: version }) => {
    await keepContact(tx, { contact_id: data.contact_name_id, client_id: null, is_inactive: true, is_deleted: true, version });
    await repointContact(tx, data.contact_name_id, data.merged_into);
  }),
);
