import { invalidField } from '@psa/contract-kit';
import type { Db, Ports } from '../desk-app.ts';

interface ContactCopy {
  readonly contact_name_id: string;
  readonly full_name: string;
  readonly email: string;
  readonly client_id: string | null;
  readonly is_inactive: boolean;
}

/**
 * Checks that somebody is a contact of the client. Call it outside of a transaction: the clients service may have to be asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireContact(db: Db, ports: Ports, contactId: string, clientId: string): Promise<ContactCopy> {
  const find = () => db.selectFrom('contact_replicas').selectAll().where('contact_name_id', '=', contactId).executeTakeFirst();
  let found = await find();
  if (found === undefined) {
    const facts = await ports.directory.contact(db.context, contactId);
    if (facts !== null) {
      await keepContact(db, facts, facts.version);
      found = await find();
    }
  }
  if (found === undefined || found.is_deleted)
    throw invalidField('contact_name_id', 'is not a contact of this tenant', 'unknown_reference');
  if (found.client_id !== clientId) throw invalidField('contact_name_id', 'is not a contact of the client', 'foreign_reference');
  return found;
}

/** Takes over a fact about a contact unless a newer one is known. */
export async function keepContact(db: Db, fact: ContactCopy, version: number): Promise<void> {
  const { contact_name_id, full_name, email, client_id, is_inactive } = fact;
  const known = { full_name, email, client_id, is_inactive, is_deleted: false, version };
  await db
    .insertInto('contact_replicas')
    .values({ contact_name_id, ...known })
    .onConflict((row) => row.columns(['tenant', 'contact_name_id']).doUpdateSet(known).where('contact_replicas.version', '<', version))
    .execute();
}

/** Remembers that a contact is gone, so that an older event does not bring it back; the name stays for what still shows it. */
export async function forgetContact(db: Db, contactId: string, version: number): Promise<void> {
  await db
    .insertInto('contact_replicas')
    .values({ contact_name_id: contactId, full_name: '', email: '', client_id: null, is_inactive: true, is_deleted: true, version })
    .onConflict((row) =>
      row.columns(['tenant', 'contact_name_id']).doUpdateSet({ is_deleted: true, version }).where('contact_replicas.version', '<', version),
    )
    .execute();
}
