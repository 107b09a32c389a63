import { addToRowCount, statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../clients-app.ts';
import type { ContactsTable, Tables } from '../../tables.ts';
import { deletePicture } from '../picture/picture.records.ts';

export type ContactRecord = Selectable<ContactsTable>;
/** A contact with the name of its client. */
export type ContactRow = ContactRecord & { client_name: string | null };
export type ContactWrite = Omit<Insertable<ContactsTable>, 'version' | 'updated_at' | 'phone_numbers' | 'additional_email_addresses'> &
  Pick<ContactRecord, 'phone_numbers' | 'additional_email_addresses'>;
export type ContactChanges = Omit<Updateable<ContactsTable>, 'phone_numbers' | 'additional_email_addresses'> &
  Partial<Pick<ContactRecord, 'phone_numbers' | 'additional_email_addresses'>>;

/** Contacts with their clients' names: the base of every read. */
export function contactRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('contacts')
    .leftJoin('clients', (join) =>
      join.onRef('clients.tenant', '=', 'contacts.tenant').onRef('clients.client_id', '=', 'contacts.client_id'),
    )
    .selectAll('contacts')
    .select('clients.client_name');
}

const findStatement = statement<Tables>()((db, p: { contact_name_id: string }) =>
  contactRows(db).where('contacts.contact_name_id', '=', p.contact_name_id),
);

export function findContact(db: Db, contactId: string): Promise<ContactRow | undefined> {
  return db.first(findStatement, { contact_name_id: contactId });
}

/** Reads a contact and keeps others from changing it until the transaction ends. */
export function lockContact(tx: Tx, contactId: string): Promise<ContactRecord | undefined> {
  return tx.selectFrom('contacts').selectAll().where('contact_name_id', '=', contactId).forUpdate().executeTakeFirst();
}

/** The same for several, in the order of their ids, so that two who lock the same wait for each other. */
export function lockContacts(tx: Tx, contactIds: readonly string[]): Promise<ContactRecord[]> {
  return tx
    .selectFrom('contacts')
    .selectAll()
    .where(sql<boolean>`contact_name_id = any(${contactIds}::uuid[])`)
    .orderBy('contact_name_id')
    .forUpdate()
    .execute();
}

const referredStatement = statement<Tables>()((db, p: { contact_name_id: string }) =>
  db.selectFrom('contacts').select('client_id').where('contact_name_id', '=', p.contact_name_id).forShare(),
);

/** A contact that something is to refer to; it is neither deleted nor given to another client until the transaction ends. */
export function findReferredContact(tx: Tx, contactId: string): Promise<Pick<ContactRecord, 'client_id'> | undefined> {
  return tx.first(referredStatement, { contact_name_id: contactId });
}

/** Stores new contacts. Their addresses are claimed first, see `claimEmails`. */
export async function insertContacts(tx: Tx, contacts: readonly ContactWrite[]): Promise<ContactRecord[]> {
  const rows = await tx
    .insertInto('contacts')
    .values(contacts.map((contact) => ({ ...contact, ...asJson(contact) })))
    .returningAll()
    .execute();
  addToRowCount(tx, 'contacts', rows.length);
  return rows;
}

/** Writes the changes and raises the version. */
export function updateContactRow(tx: Tx, contactId: string, changes: ContactChanges): Promise<ContactRecord> {
  return tx
    .updateTable('contacts')
    .set({ ...changes, ...asJson(changes), version: sql`version + 1`, updated_at: sql`now()` })
    .where('contact_name_id', '=', contactId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the active contacts of a client inactive, and remembers which: that can be undone. */
export function inactivateContactsOfClient(tx: Tx, clientId: string): Promise<ContactRecord[]> {
  return tx
    .updateTable('contacts')
    .set({ is_inactive: true, inactive_with_client: true, version: sql`version + 1`, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('is_inactive', '=', false)
    .returningAll()
    .execute();
}

/** Makes those contacts active again that became inactive with their client. */
export function reactivateContactsOfClient(tx: Tx, clientId: string): Promise<ContactRecord[]> {
  return tx
    .updateTable('contacts')
    .set({ is_inactive: false, inactive_with_client: false, version: sql`version + 1`, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('inactive_with_client', '=', true)
    .returningAll()
    .execute();
}

/** Deletes a contact; its addresses and texts go by foreign keys. */
export async function deleteContactRow(tx: Tx, contactId: string): Promise<void> {
  await deletePicture(tx, contactId);
  await tx.deleteFrom('contacts').where('contact_name_id', '=', contactId).execute();
  addToRowCount(tx, 'contacts', -1);
}

/** How many contacts a client has. */
export async function countContactsOfClient(db: Db, clientId: string): Promise<number> {
  const { rows } = await db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return rows;
}

function asJson({
  phone_numbers,
  additional_email_addresses,
}: Partial<Pick<ContactRecord, 'phone_numbers' | 'additional_email_addresses'>>) {
  return {
    ...(phone_numbers === undefined ? {} : { phone_numbers: JSON.stringify(phone_numbers) }),
    ...(additional_email_addresses === undefined ? {} : { additional_email_addresses: JSON.stringify(additional_email_addresses) }),
  } as { phone_numbers: string; additional_email_addresses: string };
}
