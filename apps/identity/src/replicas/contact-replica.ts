import { invalidField } from '@psa/contract-kit';
import type { Selectable } from 'kysely';
import type { Db } from '../identity-app.ts';
import type { ClientDirectory } from '../ports/client-directory.ts';
import type { ContactReplicasTable } from '../tables.ts';

export type ContactRow = Selectable<ContactReplicasTable>;

/**
 * The client a user of its portal belongs to, by the contact they are.
 * @param clients asked only when no copy is here: a user made a moment after the contact, or the copy of an older time
 * @throws VALIDATION_ERROR naming contact_id
 */
export async function requireClientOf(db: Db, clients: ClientDirectory, contactId: string): Promise<string> {
  let contact = await findContact(db, contactId);
  if (contact === undefined) {
    const facts = await clients.findContact(db.context, contactId);
    if (facts !== null) {
      await keepContact(db, { ...facts, is_deleted: false });
      contact = await findContact(db, contactId);
    }
  }
  if (contact === undefined || contact.is_deleted) throw invalidField('contact_id', 'is not a contact of this tenant', 'unknown_reference');
  if (contact.is_inactive) throw invalidField('contact_id', 'is an inactive contact', 'inactive_reference');
  if (contact.client_id === null) throw invalidField('contact_id', 'is a contact without a client', 'without_client');
  return contact.client_id;
}

function findContact(db: Db, contactId: string): Promise<ContactRow | undefined> {
  return db.selectFrom('contact_replicas').selectAll().where('contact_id', '=', contactId).executeTakeFirst();
}

type ContactFact = Omit<ContactRow, 'tenant'>;

/** Takes over a fact about a contact unless a newer one is known. @returns whether it was taken over */
export async function keepContact(db: Db, { contact_id, client_id, is_inactive, is_deleted, version }: ContactFact): Promise<boolean> {
  const row = await db
    .insertInto('contact_replicas')
    .values({ contact_id, client_id, is_inactive, is_deleted, version })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'contact_id'])
        .doUpdateSet({ client_id, is_inactive, is_deleted, version })
        .where('contact_replicas.version', '<', version),
    )
    .returning('contact_id')
    .executeTakeFirst();
  return row !== undefined;
}
