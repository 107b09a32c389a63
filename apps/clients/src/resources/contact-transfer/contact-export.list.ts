import type { ContactExportQuery } from '@psa/contracts-clients';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../clients-app.ts';
import { type ContactRow, contactRows } from '../contact/contact.records.ts';
import { toContact } from '../contact/contact.view.ts';

const PAGE = 1000;

/** The contacts an export selects as the API shows them, oldest first, in keyset pages: neither side holds more than one page. */
export async function* exportedContacts(db: Db, query: ContactExportQuery): AsyncGenerator<object[]> {
  let after: ContactRow | undefined;
  for (;;) {
    let rows = contactRows(db).orderBy('contacts.created_at').orderBy('contacts.contact_name_id').limit(PAGE);
    if (query.include_inactive !== true) rows = rows.where('contacts.is_inactive', '=', false);
    if (query.client_id !== undefined) rows = rows.where('contacts.client_id', '=', query.client_id);
    if (after !== undefined)
      rows = rows.where(
        sql<SqlBool>`(contacts.created_at, contacts.contact_name_id) > (${after.created_at}, ${after.contact_name_id}::uuid)`,
      );
    const page = await rows.execute();
    if (page.length > 0) yield page.map(toContact);
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}
