import { invalidField } from '@psa/contract-kit';
import { Replica } from '@psa/postgres-kit';
import type { Db } from '../identity-app.ts';
import type { ClientDirectory } from '../ports/client-directory.ts';
import type { ContactCopy } from './replica.tables.ts';

export const contactReplica = new Replica<ContactCopy, 'contact_id'>({
  table: 'contact_replicas',
  key: 'contact_id',
  unknown: { client_id: null, is_inactive: true },
  called: 'a contact of this tenant',
});

/**
 * The client a user of its portal belongs to, by the contact they are.
 * @param clients asked only when no copy is here: a user made a moment after the contact, or the copy of an older time
 * @throws VALIDATION_ERROR naming contact_id
 */
export async function requireClientOf(db: Db, clients: ClientDirectory, contactId: string): Promise<string> {
  const contact = await contactReplica.require(db, contactId, 'contact_id', () => clients.findContact(db.context, contactId));
  if (contact.is_inactive) throw invalidField('contact_id', 'is an inactive contact', 'inactive_reference');
  if (contact.client_id === null) throw invalidField('contact_id', 'is a contact without a client', 'without_client');
  return contact.client_id;
}
