import type { ContactSearchField, ContactSearchQuery } from '@psa/contracts-clients';
import { textCondition } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../clients-app.ts';
import { digitsOf } from '../../digits-of.ts';
import { contactNoteTexts, contactTexts } from '../../text-indexes.ts';
import { type Condition, contains, hasEmail, hasPhoneNumber } from './contact.list.ts';
import { type ContactRow, contactRows } from './contact.records.ts';

const CONDITIONS: Record<ContactSearchField, (text: string) => Condition> = {
  full_name: (text) => contains(sql`contacts.full_name`, text),
  email: hasEmail,
  phone_number: hasPhoneNumber,
  role: (text) => contains(sql`contacts.role`, text),
  notes: (text) => contains(sql`contacts.notes`, text),
};

/** All that is in the text a contact is indexed by. */
const INDEXED: ContactSearchField[] = ['full_name', 'email', 'phone_number', 'role'];

/** Contacts with the text in one of the fields or in their client's name, in the order of their names. */
export async function searchContacts(
  db: Db,
  { query, fields = INDEXED, client_id, include_inactive, limit }: ContactSearchQuery,
): Promise<ContactRow[]> {
  const [indexed, noted] = await Promise.all([
    textCondition(db, contactTexts, 'contacts', query, digitsOf(query), false),
    fields.includes('notes') ? textCondition(db, contactNoteTexts, 'contacts', query, undefined, false) : undefined,
  ]);
  const all = INDEXED.every((field) => fields.includes(field));
  const inFields = fields.filter((field) => field !== 'notes').map((field) => CONDITIONS[field](query));
  const precise = all
    ? indexed.perRow
    : sql<boolean>`(${indexed.perRow} and (${sql.join([...inFields, contains(sql`clients.client_name`, query)], sql` or `)}))`;
  return contactRows(db)
    .where((eb) => eb.or(noted === undefined ? [precise] : [precise, noted.perRow]))
    .$if(client_id !== undefined, (rows) => rows.where('contacts.client_id', '=', client_id ?? null))
    .$if(include_inactive !== true, (rows) => rows.where('contacts.is_inactive', '=', false))
    .orderBy('contacts.full_name')
    .orderBy('contacts.contact_name_id')
    .limit(limit)
    .execute();
}
