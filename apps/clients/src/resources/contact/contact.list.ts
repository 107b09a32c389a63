import type { ContactListQuery } from '@psa/contracts-clients';
import { KeptPages, type ListOrder, type Page, readPage, readRowCount, textCondition, textPattern, WHOLE_LIST } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../clients-app.ts';
import { digitsOf } from '../../digits-of.ts';
import type { Tables } from '../../tables.ts';
import { contactTexts } from '../../text-indexes.ts';
import { type ContactRow, contactRows } from './contact.records.ts';

export type Condition = RawBuilder<SqlBool>;

const order: ListOrder = {
  columns: {
    created_at: 'contacts.created_at',
    updated_at: 'contacts.updated_at',
    full_name: 'contacts.full_name',
    email: 'contacts.email',
    role: 'contacts.role',
    is_inactive: 'contacts.is_inactive',
    client_name: 'clients.client_name',
  },
  nullable: new Set(['role', 'client_name']),
  id: { ref: 'contacts.contact_name_id', name: 'contact_name_id' },
};

/** Orders that an index has. */
const INDEXED: ReadonlySet<string> = new Set(['created_at', 'full_name']);

const unfiltered = new KeptPages<Tables, object, ContactRow>({ order, rows: contactRows });

/** One page of the contacts that pass every filter. */
export async function listContacts(db: Db, query: ContactListQuery): Promise<Page<ContactRow>> {
  const { conditions, perRow, count } = await contactConditions(db, query);
  if (conditions.length === 0) return unfiltered.read(db, WHOLE_LIST, query, () => readRowCount(db, 'contacts'));
  const rows = contactRows(db).where((eb) => eb.and(INDEXED.has(query.sort) ? perRow : conditions));
  const total = async () => {
    if (count !== undefined) return count;
    const { matching } = await db
      .selectFrom('contacts')
      .select(sql<number>`count(*)`.as('matching'))
      .where((eb) => eb.and(conditions))
      .executeTakeFirstOrThrow();
    return matching;
  };
  return readPage<ContactRow>(rows, order, query, total);
}

type Filters = Partial<Omit<ContactListQuery, 'page' | 'limit' | 'sort' | 'order'>>;

interface ContactConditions {
  readonly conditions: Condition[];
  readonly perRow: Condition[];
  /** How many rows pass, where that came for nothing. */
  readonly count: number | undefined;
}

/** The conditions of a query. */
async function contactConditions(db: Db, query: Filters): Promise<ContactConditions> {
  const { search, full_name, email, phone_number, role, client_name } = query;
  // Each is a part of the text the contact is indexed by: what the index finds is then looked at in its own column.
  const [searched, ...narrowed] = await Promise.all([
    search ? textCondition(db, contactTexts, 'contacts', search, digitsOf(search)) : undefined,
    ...[full_name, email, role, client_name].map((text) => (text ? textCondition(db, contactTexts, 'contacts', text) : undefined)),
    phone_number ? textCondition(db, contactTexts, 'contacts', phone_number, phone_number.replaceAll(/\D/g, '') || undefined) : undefined,
  ]);
  const exact = exactConditions(db.tenant, query);
  const texts = [searched, ...narrowed].filter((found) => found !== undefined);
  return {
    conditions: [...texts.map(({ condition }) => condition), ...exact],
    perRow: [...texts.map(({ perRow }) => perRow), ...exact],
    count: exact.length === 0 && texts.length === 1 ? searched?.count : undefined,
  };
}

function exactConditions(tenant: string, query: Filters): Condition[] {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined && value !== '') conditions.push(make(value));
  };
  when(query.created_from, (from) => sql`contacts.created_at >= ${from}`);
  when(query.created_to, (to) => sql`contacts.created_at <= ${to}`);
  when(query.updated_from, (from) => sql`contacts.updated_at >= ${from}`);
  when(query.updated_to, (to) => sql`contacts.updated_at <= ${to}`);
  when(query.full_name, (text) => contains(sql`contacts.full_name`, text));
  when(query.email, hasEmail);
  when(query.phone_number, hasPhoneNumber);
  when(query.role, (text) => contains(sql`contacts.role`, text));
  when(query.client_id, (id) => sql`contacts.client_id = ${id}`);
  when(query.is_inactive, (inactive) => sql`contacts.is_inactive = ${inactive}`);
  when(query.has_client, (has) => sql`(contacts.client_id is not null) = ${has}`);
  when(
    query.client_name,
    (text) =>
      sql`contacts.client_id in (select c.client_id from clients c where c.tenant = ${tenant} and ${contains(sql`c.client_name`, text)})`,
  );
  when(query.tags, (tags) => sql`contacts.tags @> ${tags}::text[]`);
  return conditions;
}

/** The text in a column, whatever its case and composition. */
export function contains(column: ReturnType<typeof sql>, text: string): Condition {
  return sql`search_text(${column}) like search_text(${textPattern(text)})`;
}

/** The text in any of the addresses. */
export function hasEmail(text: string): Condition {
  return sql`exists (select from contact_emails e where e.tenant = contacts.tenant and e.contact_name_id = contacts.contact_name_id and ${contains(sql`e.email`, text)})`;
}

/** The text in a telephone number as it was written, or its digits among the number's. */
export function hasPhoneNumber(text: string): Condition {
  const digits = text.replaceAll(/\D/g, '');
  const byDigits =
    digits === ''
      ? sql`false`
      : sql`regexp_replace(phone->>'phone_number', '\\D', '', 'g') like ${textPattern(digits)}
    or phone->>'normalized_phone_number' like ${textPattern(digits)}`;
  return sql`exists (select from jsonb_array_elements(contacts.phone_numbers) phone where ${contains(sql`phone->>'phone_number'`, text)} or ${byDigits})`;
}
