import { invalidField } from '@psa/contract-kit';
import { containsPattern, Replica } from '@psa/postgres-kit';
import type { Db, Ports } from '../desk-app.ts';
import type { ContactCopy } from './replica.tables.ts';

export const contactReplica = new Replica<ContactCopy, 'contact_name_id'>({
  table: 'contact_replicas',
  key: 'contact_name_id',
  unknown: { full_name: '', email: '', client_id: null, is_inactive: true },
  called: 'a contact of this tenant',
});

/** Max contacts whose names are looked through in a search. */
const MAX_NAMED = 500;

/** Contacts with the text in their names. */
export async function contactsNamed(db: Db, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_replicas')
    .select('contact_name_id')
    .where('full_name', 'ilike', containsPattern(text))
    .limit(MAX_NAMED)
    .execute();
  return rows.map(({ contact_name_id }) => contact_name_id);
}

/**
 * Asserts that a contact belongs to the client. Where its copy is missing, the clients service is asked, and the transaction runs again.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireContact(db: Db, ports: Ports, contactId: string, clientId: string): Promise<ContactCopy> {
  const contact = await contactReplica.require(db, contactId, 'contact_name_id', () => ports.directory.contact(db.context, contactId));
  if (contact.client_id !== clientId) throw invalidField('contact_name_id', 'is not a contact of the client', 'foreign_reference');
  return contact;
}
