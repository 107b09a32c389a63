import type { TicketSearchQuery } from '@psa/contracts-desk';
import { textCondition } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../desk-app.ts';
import { clientsNamed } from '../../replicas/client-replica.ts';
import { contactsNamed } from '../../replicas/contact-replica.ts';
import { holds } from './ticket.list.ts';
import { findTickets, isPortal, type TicketRow, type TicketScope, visibleTo } from './ticket.records.ts';
import { ticketTexts } from './ticket-texts.tables.ts';

type Condition = RawBuilder<SqlBool>;

const SEARCHED = {
  title: 'tickets.title',
  ticket_number: 'tickets.ticket_number',
  client_name: 'client_replicas.client_name',
  contact_name: 'contact_replicas.full_name',
  description: 'tickets.description',
} as const;
type Field = keyof typeof SEARCHED;

/** Of a text that very many tickets hold, the newest so many are ranked. */
const MAX_RANKED = 500;

/** By which of the texts, the clients and the contacts tickets hold the text: each has an index of its own. */
async function foundBy(db: Db, fields: readonly Field[], text: string): Promise<Condition[]> {
  const own = fields.filter((field) => field !== 'client_name' && field !== 'contact_name');
  const [texts, clients, contacts] = await Promise.all([
    own.length === 0 ? undefined : textCondition(db, ticketTexts, 'tickets', text, undefined, false),
    fields.includes('client_name') ? clientsNamed(db, text) : [],
    fields.includes('contact_name') ? contactsNamed(db, text) : [],
  ]);
  const parts: Condition[] = [];
  if (texts !== undefined) {
    // The index knows number, title and description together: which of them it was the columns tell.
    const held = own.map((field) => holds(SEARCHED[field], text));
    parts.push(sql`(${texts.perRow} and (${sql.join(held, sql` or `)}))`);
  }
  if (clients.length > 0) parts.push(sql`tickets.client_id = any(${clients}::uuid[])`);
  if (contacts.length > 0) parts.push(sql`tickets.contact_name_id = any(${contacts}::uuid[])`);
  // Whatever its age: a number is what people look for first.
  if (fields.includes('ticket_number')) parts.push(sql`tickets.ticket_number = ${text.toUpperCase()}`);
  return parts;
}

function narrowed(query: TicketSearchQuery, scope: TicketScope | undefined): Condition[] {
  const conditions: Condition[] = [];
  if (query.include_closed !== true) conditions.push(sql`not tickets.is_closed`);
  if (query.status_ids) conditions.push(sql`tickets.status_id = any(${query.status_ids}::uuid[])`);
  if (query.priority_ids) conditions.push(sql`tickets.priority_id = any(${query.priority_ids}::uuid[])`);
  if (query.client_ids) conditions.push(sql`tickets.client_id = any(${query.client_ids}::uuid[])`);
  if (query.assigned_to_ids) conditions.push(sql`tickets.assigned_to = any(${query.assigned_to_ids}::uuid[])`);
  if (scope !== undefined) conditions.push(visibleTo(scope));
  return conditions;
}

/** The newest tickets that pass the conditions, so many as are ranked. */
async function newest(db: Db, conditions: readonly Condition[]): Promise<string[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('tickets.ticket_id')
    .where((eb) => eb.and([...conditions]))
    .orderBy(sql`tickets.entered_at desc, tickets.ticket_id desc`)
    .limit(MAX_RANKED)
    .execute();
  return rows.map(({ ticket_id }) => ticket_id);
}

/** 100 for a field that is the text, 75 for one that begins with it, 50 for one that holds it. */
function relevanceOf(row: TicketRow, fields: readonly Field[], text: string): number {
  const wanted = text.toLowerCase();
  const { title, description, ticket_number, names } = row;
  const texts = { title, description, ticket_number, client_name: names.client_name, contact_name: names.contact_name };
  const values = fields.map((field) => texts[field]?.toLowerCase() ?? '');
  if (values.includes(wanted)) return 100;
  return values.some((value) => value.startsWith(wanted)) ? 75 : 50;
}

/** Tickets with the text in one of the fields: the text itself before a beginning before a part, then the newest first. */
export async function searchTickets(
  db: Db,
  query: TicketSearchQuery,
  scope?: TicketScope,
): Promise<(TicketRow & { relevance_score: number })[]> {
  const asked = query.fields ?? ['title', 'ticket_number'];
  // People of the portal know who they are, and of others nothing is told.
  const fields = isPortal(scope) ? asked.filter((field) => field !== 'client_name' && field !== 'contact_name') : asked;
  if (fields.length === 0) return [];
  const conditions = narrowed(query, scope);
  const ways = await foundBy(db, fields, query.query);
  const found = await Promise.all(ways.map((condition) => newest(db, [condition, ...conditions])));
  const ranked = await rank(db, [...new Set(found.flat())], fields, query.query);
  const shown = ranked.slice(0, query.limit);
  const rows = await findTickets(
    db,
    shown.map(({ ticket_id }) => ticket_id),
  );
  return rows.map((row) => ({ ...row, relevance_score: relevanceOf(row, fields, query.query) }));
}

/** Orders found tickets, the newest of equals first. */
async function rank(db: Db, ids: readonly string[], fields: readonly Field[], text: string): Promise<{ ticket_id: string }[]> {
  if (ids.length === 0) return [];
  let rows = db.selectFrom('tickets');
  for (const [field, table, key] of [
    ['client_name', 'client_replicas', 'client_id'],
    ['contact_name', 'contact_replicas', 'contact_name_id'],
  ] as const)
    if (fields.includes(field))
      rows = rows.leftJoin(table, (join) =>
        join.on(
          sql<boolean>`${sql.table(table)}.tenant = tickets.tenant and ${sql.table(table)}.${sql.ref(key)} = ${sql.ref(`tickets.${key}`)}`,
        ),
      ) as unknown as typeof rows;
  const any = (test: (column: ReturnType<typeof sql.ref>) => RawBuilder<unknown>) =>
    sql.join(
      fields.map((field) => test(sql.ref(SEARCHED[field]))),
      sql` or `,
    );
  return rows
    .select('tickets.ticket_id')
    .where(sql<boolean>`tickets.ticket_id = any(${[...ids]}::uuid[])`)
    .orderBy(
      sql`case when ${any((column) => sql`lower(${column}) = lower(${text})`)} then 100
        when ${any((column) => sql`starts_with(lower(${column}), lower(${text}))`)} then 75 else 50 end desc,
        tickets.entered_at desc, tickets.ticket_id desc`,
    )
    .limit(100)
    .execute();
}
