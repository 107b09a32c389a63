import { invalidField } from '@psa/contract-kit';
import { containsPattern, Replica } from '@psa/postgres-kit';
import type { Db, Ports, Tx } from '../desk-app.ts';
import type { ContactCopy } from './replica.tables.ts';

export const contactReplica = new Replica<ContactCopy, 'contact_name_id'>({
  table: 'contact_replicas',
  key: 'contact_name_id',
  unknown: { full_name: '', email: '', client_id: null, is_inactive: true },
  called: 'a contact of this tenant',
});

/** Takes over that a contact was merged into another, and is gone. */
export async function keepMerged(tx: Tx, merged: { readonly contact_name_id: string; readonly merged_into: string }, version: number) {
  const { contact_name_id, merged_into } = merged;
  await contactReplica.forget(tx, { contact_name_id }, version);
  await tx.updateTable('contact_replicas').set({ merged_into }).where('contact_name_id', '=', contact_name_id).execute();
}

/** Max contacts that were merged into each other one after the other. */
const MAX_MERGES = 20;

/** The contact that a contact has become by mergers: itself when there was none. None of them is merged before the transaction ends. */
export async function currentContact(tx: Tx, contactId: string): Promise<string> {
  let current = contactId;
  for (let merges = 0; merges < MAX_MERGES; merges++) {
    const copy = await tx
      .selectFrom('contact_replicas')
      .select('merged_into')
      .where('contact_name_id', '=', current)
      .forShare()
      .executeTakeFirst();
    if (copy === undefined || copy.merged_into === null) break;
    current = copy.merged_into;
  }
  return current;
}

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
