import { contactEvents } from '@psa/contracts-clients';
import { keepCopy, on, subscription } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { contactReplica } from '../replicas/contact-replica.ts';
import type { ContactCopy } from '../replicas/replica.tables.ts';
import { followContact, repointContact } from '../resources/directory/user/contact-of-user.actions.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of contacts that users of the client portal are, and the users with them. */
export const keepContactReplica = subscription<Tables, Ports>(
  'identity-contact-replica',
  keepCopy(contactEvents.created, contactReplica, contactCopy),
  on(contactEvents.updated, async (tx, { data, aggregateversion: version }) => {
    const contact = contactCopy(data);
    if (await contactReplica.keep(tx, contact, version)) await followContact(tx, { ...contact, with_client: data.with_client === true });
  }),
  on(contactEvents.deleted, async (tx, { data, aggregateversion: version }) => {
    const contact = { contact_id: data.contact_name_id, client_id: null, is_inactive: true };
    if (await contactReplica.forget(tx, contact, version)) await followContact(tx, { ...contact, with_client: false });
  }),
  on(contactEvents.merged, async (tx, { data, aggregateversion: version }) => {
    await contactReplica.forget(tx, { contact_id: data.contact_name_id }, version);
    await repointContact(tx, data.contact_name_id, data.merged_into);
  }),
);

function contactCopy(fact: { contact_name_id: string; client_id: string | null; is_inactive: boolean }): ContactCopy {
  return { contact_id: fact.contact_name_id, client_id: fact.client_id, is_inactive: fact.is_inactive };
}
