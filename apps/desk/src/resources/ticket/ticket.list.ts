import { invalidField } from '@psa/contract-kit';
import type { TicketListQuery, TicketSearchQuery } from '@psa/contracts-desk';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount, textCondition } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../desk-app.ts';
import { clientsNamed } from '../../replicas/client-replica.ts';
import { contactsNamed } from '../../replicas/contact-replica.ts';
import { type TicketRow, ticketRows } from './ticket.records.ts';
import { channelOf } from './ticket.references.ts';
import { type TicketScope, visibleTo } from './ticket.records.ts';
import { ticketTexts } from './ticket.texts.ts';

type Condition = RawBuilder<SqlBool>;

const order: ListOrder = {
  columns: {
    created_at: 'tickets.entered_at',
    entered_at: 'tickets.entered_at',
    updated_at: 'tickets.updated_at',
    closed_at: 'tickets.closed_at',
    due_date: 'tickets.due_date',
    title: 'tickets.title',
    ticket_number: 'tickets.ticket_number',
    status_name: 'ticket_statuses.name',
    priority: 'priorities.order_number',
    client_name: 'client_replicas.client_name',
  },
  nullable: new Set(['closed_at', 'due_date', 'priority', 'client_name']),
  id: { ref: 'tickets.ticket_id', name: 'ticket_id' },
};

/** Open and past its due date, or past its target while the clock runs. */
export const overdue: Condition = sql`(not tickets.is_closed
  and least(tickets.due_date, case when tickets.sla_paused_since is null then tickets.resolution_due_at end) < now())`;

/** One page of the tickets that pass every filter. @param scope what the caller may see; all tickets when undefined */
export async function listTickets(db: Db, query: TicketListQuery, scope?: TicketScope): Promise<Page<TicketRow>> {
  const exact = filterConditions(query);
  if (scope !== undefined) exact.push(visibleTo(scope));
  const texts = await Promise.all(
    [query.search, query.title, query.ticket_number]
      .filter((text) => text !== undefined && text !== '')
      .map((text) => textCondition(db, ticketTexts, 'tickets', text as string, undefined, query.include_total !== false)),
  );
  const searched = query.search ? texts.shift() : undefined;
  // Clients are few: what is left is found by the indexes of the texts and of the clients.
  const clients = query.search ? await clientsNamed(db, query.search) : [];
  const either = (condition: Condition): Condition =>
    clients.length === 0 ? condition : sql`(${condition} or tickets.client_id = any(${clients}::uuid[]))`;
  const counted = [...(searched ? [either(searched.condition)] : []), ...texts.map(({ condition }) => condition), ...exact];
  const perRow = [...(searched ? [either(searched.perRow)] : []), ...texts.map((text) => text.perRow), ...exact];
  const total =
    counted.length === 0
      ? () => readRowCount(db, 'tickets')
      : async () => {
          const { matching } = await ticketRows(db)
            .clearSelect()
            .select(sql<number>`count(*)`.as('matching'))
            .where((eb) => eb.and(counted))
            .executeTakeFirstOrThrow();
          return matching;
        };
  return readPage<TicketRow>(
    ticketRows(db).where((eb) => eb.and(perRow)),
    order,
    query,
    total,
  );
}

const named = (column: string, name: string): Condition => sql`lower(${sql.ref(column)}) = lower(${name})`;

function filterConditions(query: TicketListQuery): Condition[] {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined && value !== '') conditions.push(make(value));
  };
  if (query.board_name !== undefined && query.channel_name !== undefined && query.board_name !== query.channel_name)
    throw invalidField('board_name', 'differs from channel_name');
  const equal = {
    channel_id: channelOf(query),
    client_id: query.client_id,
    location_id: query.location_id,
    contact_name_id: query.contact_name_id,
    status_id: query.status_id,
    category_id: query.category_id,
    subcategory_id: query.subcategory_id,
    entered_by: query.entered_by,
    assigned_to: query.assigned_to,
    assigned_team_id: query.assigned_team_id,
    priority_id: query.priority_id,
    parent_ticket_id: query.parent_ticket_id,
  };
  for (const [column, value] of Object.entries(equal)) when(value, (id) => sql`${sql.ref(`tickets.${column}`)} = ${id}`);
  // Found by the index of the texts, then looked at in the column itself.
  when(query.title, (text) => sql`tickets.title ilike ${containsPattern(text)}`);
  when(query.ticket_number, (text) => sql`tickets.ticket_number ilike ${containsPattern(text)}`);
  when(query.status_ids, (ids) => sql`tickets.status_id = any(${ids}::uuid[])`);
  when(query.is_open, (is) => (is ? sql`not tickets.is_closed` : sql`tickets.is_closed`));
  when(query.is_active, (is) => (is ? sql`not tickets.is_closed` : sql`tickets.is_closed`));
  when(query.is_closed, (is) => (is ? sql`tickets.is_closed` : sql`not tickets.is_closed`));
  when(query.is_overdue, (is) => (is ? overdue : sql`(${overdue}) is not true`));
  when(query.has_assignment, (has) => sql`(tickets.assigned_to is not null) = ${has}`);
  for (const [column, from, to] of [
    ['entered_at', query.created_from, query.created_to],
    ['updated_at', query.updated_from, query.updated_to],
    ['entered_at', query.entered_from, query.entered_to],
    ['closed_at', query.closed_from, query.closed_to],
    ['due_date', query.due_from, query.due_to],
  ] as const) {
    when(from, (at) => sql`${sql.ref(`tickets.${column}`)} >= ${at}`);
    when(to, (at) => sql`${sql.ref(`tickets.${column}`)} <= ${at}`);
  }
  when(query.client_name, (name) => named('client_replicas.client_name', name));
  when(query.contact_name, (name) => named('contact_replicas.full_name', name));
  when(query.status_name, (name) => named('ticket_statuses.name', name));
  when(query.priority_name, (name) => named('priorities.priority_name', name));
  when(query.category_name, (name) => named('category.category_name', name));
  when(query.board_name ?? query.channel_name, (name) => named('channels.channel_name', name));
  when(query.tags, (tags) => sql`tickets.tags && ${tags}::text[]`);
  return conditions;
}

const SEARCHED = {
  title: 'tickets.title',
  ticket_number: 'tickets.ticket_number',
  client_name: 'client_replicas.client_name',
  contact_name: 'contact_replicas.full_name',
  description: 'tickets.description',
} as const;

/** The condition that one of the fields holds the text, by the indexes of the texts, the clients and the contacts. */
async function foundBy(db: Db, fields: readonly (keyof typeof SEARCHED)[], text: string): Promise<Condition> {
  const own = fields.filter((field) => field !== 'client_name' && field !== 'contact_name');
  const [texts, clients, contacts] = await Promise.all([
    own.length === 0 ? undefined : textCondition(db, ticketTexts, 'tickets', text, undefined, false),
    fields.includes('client_name') ? clientsNamed(db, text) : [],
    fields.includes('contact_name') ? contactsNamed(db, text) : [],
  ]);
  const parts: Condition[] = [];
  if (texts !== undefined) {
    // The index knows number, title and description together: which of them it was the columns tell.
    const holds = own.map((field) => sql`${sql.ref(SEARCHED[field])} ilike ${containsPattern(text)}`);
    parts.push(sql`(${texts.condition} and (${sql.join(holds, sql` or `)}))`);
  }
  if (clients.length > 0) parts.push(sql`tickets.client_id = any(${clients}::uuid[])`);
  if (contacts.length > 0) parts.push(sql`tickets.contact_name_id = any(${contacts}::uuid[])`);
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}

/** Tickets with the text in one of the fields: the text itself before a beginning before a part, then the newest first. */
export async function searchTickets(
  db: Db,
  query: TicketSearchQuery,
  scope?: TicketScope,
): Promise<(TicketRow & { relevance_score: number })[]> {
  const fields = query.fields ?? ['title', 'ticket_number'];
  const pattern = containsPattern(query.query);
  const columns = fields.map((field) => sql.ref(SEARCHED[field]));
  const conditions: Condition[] = [await foundBy(db, fields, query.query)];
  if (query.include_closed !== true) conditions.push(sql`not tickets.is_closed`);
  if (query.status_ids) conditions.push(sql`tickets.status_id = any(${query.status_ids}::uuid[])`);
  if (query.priority_ids) conditions.push(sql`tickets.priority_id = any(${query.priority_ids}::uuid[])`);
  if (query.client_ids) conditions.push(sql`tickets.client_id = any(${query.client_ids}::uuid[])`);
  if (query.assigned_to_ids) conditions.push(sql`tickets.assigned_to = any(${query.assigned_to_ids}::uuid[])`);
  if (scope !== undefined) conditions.push(visibleTo(scope));
  const begins = `${pattern.slice(1)}`;
  const any = (test: (column: ReturnType<typeof sql.ref>) => RawBuilder<unknown>) => sql.join(columns.map(test), sql` or `);
  const relevance = sql<number>`case when ${any((column) => sql`lower(${column}) = lower(${query.query})`)} then 100
    when ${any((column) => sql`${column} ilike ${begins}`)} then 75 else 50 end`;
  return ticketRows(db)
    .select(relevance.as('relevance_score'))
    .where((eb) => eb.and(conditions))
    .orderBy(sql`${relevance} desc, tickets.entered_at desc, tickets.ticket_id desc`)
    .limit(query.limit)
    .execute();
}
