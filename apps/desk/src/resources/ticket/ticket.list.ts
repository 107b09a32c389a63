import { invalidField } from '@psa/contract-kit';
import type { TicketListQuery } from '@psa/contracts-desk';
import { KeptPages, type KeptQuery, type ListOrder, type Page, readPage, readRowCount, textCondition } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../desk-app.ts';
import type { Tables } from '../../tables.ts';
import { clientsNamed } from '../../replicas/client-replica.ts';
import { sumOfFigures, sumOfSettledFigures } from '../figure/figure.records.ts';
import { statusPriority } from './ticket-figures.records.ts';
import { channelOf } from './ticket.references.ts';
import {
  countedOf,
  type CountedTicket,
  countedTickets,
  isPortal,
  ticketRows,
  type TicketRow,
  type TicketScope,
  visibleTo,
  withNames,
} from './ticket.records.ts';
import { ticketTexts } from './ticket-texts.tables.ts';

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

/** That a column holds a text, whatever its case. Not by ILIKE: taken for rare, it would have Postgres read the whole table first. */
export const holds = (column: string, text: string): Condition => sql`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`;

/** Open and past its due date, or past its target before the clock paused. */
export const overdue: Condition = sql`(not tickets.is_closed and least(tickets.due_date,
  case when tickets.sla_paused_since is null or tickets.sla_paused_since > tickets.resolution_due_at then tickets.resolution_due_at end) < now())`;

/** What a sort or an exact filter on another table's column needs beside the tickets. */
const JOINED = {
  status_name: ['ticket_statuses', 'status_id'],
  priority: ['priorities', 'priority_id'],
  client_name: ['client_replicas', 'client_id'],
} as const;

/**
 * Tickets, without the names they are shown with.
 * @param join how the tables of the fields are joined; `innerJoin` leaves out tickets without the name
 */
function bareTickets(db: Db, fields: readonly string[], join: 'leftJoin' | 'innerJoin' = 'leftJoin') {
  let rows = db.selectFrom('tickets');
  for (const [field, [table, key]] of Object.entries(JOINED)) {
    if (!fields.includes(field)) continue;
    const isSame = sql<boolean>`${sql.table(table)}.tenant = tickets.tenant and ${sql.table(table)}.${sql.ref(key)} = ${sql.ref(`tickets.${key}`)}`;
    const joined = join === 'leftJoin' ? rows.leftJoin(table, (on) => on.on(isSame)) : rows.innerJoin(table, (on) => on.on(isSame));
    rows = joined as unknown as typeof rows;
  }
  return rows;
}

/** One page of tickets, sorted by a column of theirs or by a name of what they refer to. */
async function readTickets(
  db: Db,
  query: TicketListQuery,
  conditions: readonly Condition[],
  total: () => Promise<number | undefined>,
): Promise<Page<CountedTicket>> {
  const fields = [query.sort, ...(query.where ?? []).map(({ field }) => field)];
  const rows = (join?: 'innerJoin') => bareTickets(db, fields, join).where((eb) => eb.and(conditions));
  if (!(query.sort in JOINED))
    return readPage<CountedTicket>(rows().selectAll('tickets').select(countedOf(db.tenant)), order, query, total);
  const page = await readJoined(rows, query, total);
  return {
    ...page,
    rows: await countedTickets(
      db,
      page.rows.map(({ ticket_id }) => ticket_id),
    ),
  };
}

/** One page of the ids of tickets, sorted by a name: whole rows would be sorted with all their columns. */
async function readJoined(
  rows: (join?: 'innerJoin') => ReturnType<typeof bareTickets>,
  query: TicketListQuery,
  total: () => Promise<number | undefined>,
): Promise<Page<Pick<CountedTicket, 'ticket_id'>>> {
  // Tickets without the name come last, so a full page without them is the page. Postgres reads the names in order and stops once the page
  // is full, where a left join would have it sort every ticket.
  if ((query.where ?? []).length === 0) {
    const page = await readPage(rows('innerJoin').select('tickets.ticket_id'), { columns: order.columns, id: order.id }, query, total);
    if (page.pagination.hasNext) return page;
  }
  return readPage(rows().select('tickets.ticket_id'), order, query, total);
}

const TELLING = ['client_id', 'client_name', 'contact_name_id', 'contact_name', 'location_id', 'entered_by'] as const;

/** Whose a ticket of others is its filters and orders would tell as well. */
function withoutOthers(query: TicketListQuery, scope: TicketScope | undefined): TicketScope | undefined {
  if (!isPortal(scope)) return scope;
  const fields = [query.sort, ...(query.where ?? []).map(({ field }) => field)];
  const tells = fields.includes('client_name') || TELLING.some((name) => query[name] !== undefined);
  return tells ? { ...scope, sharedChannels: [] } : scope;
}

/** One page of the tickets that pass every filter. @param callerScope what the caller may see; all tickets when undefined */
export async function listTickets(db: Db, query: TicketListQuery, callerScope?: TicketScope): Promise<Page<TicketRow>> {
  const kept = callerScope === undefined ? keptQuery(db, query) : undefined;
  const { rows, pagination } =
    kept === undefined
      ? await findTicketPage(db, query, callerScope)
      : await indexed.read(db, kept, query, () => (kept.shape.length === 0 ? readRowCount(db, 'tickets') : totalOf(db, query)));
  return { rows: await withNames(db, rows), pagination };
}

async function findTicketPage(db: Db, query: TicketListQuery, callerScope?: TicketScope): Promise<Page<CountedTicket>> {
  const scope = withoutOthers(query, callerScope);
  const exact = [...filterConditions(db, query), ...(await nameConditions(db, query))];
  if (scope !== undefined) exact.push(visibleTo(scope));
  const texts = await Promise.all(
    [query.search, query.title, query.ticket_number]
      .filter((text) => text !== undefined && text !== '')
      .map((text) => textCondition(db, ticketTexts, 'tickets', text as string, undefined, query.include_total !== false)),
  );
  const searched = query.search ? texts.shift() : undefined;
  // Clients are few: what is left is found by the indexes of the texts and of the clients.
  const clients = query.search && !isPortal(scope) ? await clientsNamed(db, query.search) : [];
  const either = (condition: Condition): Condition =>
    clients.length === 0 ? condition : sql`(${condition} or tickets.client_id = any(${clients}::uuid[]))`;
  const counted = [...(searched ? [either(searched.condition)] : []), ...texts.map(({ condition }) => condition), ...exact];
  const perRow = [...(searched ? [either(searched.perRow)] : []), ...texts.map((text) => text.perRow), ...exact];
  const total = async () => {
    if (counted.length === 0) return readRowCount(db, 'tickets');
    // Who found the text has counted it.
    if (counted.length === 1 && clients.length === 0 && searched?.count !== undefined) return searched.count;
    const known = isPortal(scope) ? undefined : await totalOf(db, query, scope?.hiddenChannels);
    if (known !== undefined) return known;
    const counts = bareTickets(db, [])
      .select(sql<number>`count(*)`.as('matching'))
      .where((eb) => eb.and(counted));
    const { matching } = await counts.executeTakeFirstOrThrow();
    return matching;
  };
  return readTickets(db, query, perRow, total);
}

/** What a list may be narrowed by beside its paging. */
const PAGING = new Set(['page', 'limit', 'sort', 'order', 'cursor', 'include_total', 'fields', 'where']);

const givenFilters = (query: TicketListQuery) =>
  Object.entries(query).filter(([name, value]) => !PAGING.has(name) && value !== undefined && value !== '');

/** Filters that an index finds the tickets by, newest first or as they are counted. */
const INDEXED = {
  status_id: 'status_id',
  priority_id: 'priority_id',
  channel_id: 'channel_id',
  board_id: 'channel_id',
  client_id: 'client_id',
  assigned_to: 'assigned_to',
} as const;
/** The same of filters by the state, with the state that they find when they are true. */
const STATES: Readonly<Record<string, boolean>> = { is_open: false, is_active: false, is_closed: true };

type IndexedValues = Readonly<Partial<Record<(typeof INDEXED)[keyof typeof INDEXED], string>>> & { readonly tenant: string };

const indexed = new KeptPages<Tables, IndexedValues, CountedTicket>({
  order,
  rows(db, shape, values) {
    let rows = ticketRows(db, values.tenant);
    for (const name of shape) {
      if (name === 'open') rows = rows.where(sql<boolean>`not tickets.is_closed`);
      else if (name === 'closed') rows = rows.where(sql<boolean>`tickets.is_closed`);
      else rows = rows.where(`tickets.${name as 'status_id'}`, '=', values[name as 'status_id'] as string);
    }
    return rows;
  },
});

/** What a page of tickets is narrowed by, if indexes serve it. @throws VALIDATION_ERROR */
function keptQuery(db: Db, query: TicketListQuery): KeptQuery<IndexedValues> | undefined {
  if (query.sort in JOINED || (query.where ?? []).length > 0) return undefined;
  // Both names of a channel have to say the same.
  channelOf(query);
  const shape = new Set<string>();
  const values: Record<string, string> = {};
  for (const [name, value] of givenFilters(query)) {
    const column = INDEXED[name as keyof typeof INDEXED];
    if (column !== undefined) {
      shape.add(column);
      values[column] = value as string;
    } else if (name in STATES) shape.add(STATES[name] === value ? 'closed' : 'open');
    else return undefined;
  }
  return { shape: [...shape].sort(), values: { ...values, tenant: db.tenant } };
}

/** How many tickets pass filters that the figures count anyway. @returns undefined for others */
async function totalOf(db: Db, query: TicketListQuery, hidden: readonly string[] = []): Promise<number | undefined> {
  const { channel_id, board_id, ...filters } = Object.fromEntries(givenFilters(query)) as Partial<Record<string, unknown>>;
  const part = (channel_id ?? board_id) as string | undefined;
  const named = (kind: string, key?: unknown) => ({ kind, part, hidden, ...(key !== undefined && { key: key as string }) });
  const sum = (kind: string, key?: unknown) => sumOfFigures(db, 'ticket', named(kind, key));
  const { is_open = filters['is_active'], is_closed = is_open === undefined ? undefined : is_open === false } = filters;
  switch (Object.keys(filters).sort().join()) {
    case '':
      return sum('status');
    case 'status_id':
      return sum('status', filters['status_id']);
    case 'priority_id':
      return sum('priority', filters['priority_id']);
    case 'priority_id,status_id': {
      const key = statusPriority(filters['status_id'] as string, filters['priority_id'] as string);
      return sumOfSettledFigures(db, 'ticket', named('status_priority', key));
    }
    case 'is_active':
    case 'is_closed':
    case 'is_open':
      return is_closed === true ? sum('closed') : Promise.all([sum('status'), sum('closed')]).then(([all, closed]) => all - closed);
    case 'has_assignment,is_open':
      return filters['has_assignment'] === false && is_open === true ? sum('unassigned') : undefined;
    default:
      return undefined;
  }
}

function filterConditions(db: Db, query: TicketListQuery): Condition[] {
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
  when(query.title, (text) => holds('tickets.title', text));
  when(query.ticket_number, (text) => holds('tickets.ticket_number', text));
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
  // By the tags themselves: row-level security keeps the index of the array from being used.
  when(
    query.tags,
    (tags) => sql`tickets.ticket_id in (select tag_mappings.tagged_id from tag_mappings inner join tag_definitions
      on tag_definitions.tenant = tag_mappings.tenant and tag_definitions.definition_id = tag_mappings.definition_id
      where tag_mappings.tenant = ${db.tenant} and tag_definitions.tagged_type = 'ticket' and tag_definitions.tag_text = any(${tags}::text[]))`,
  );
  return conditions;
}

/** Max rows of one name. */
const MAX_NAMED = 1000;

/** Filters by names, as the ids that have them: settings, clients and contacts are few. */
async function nameConditions(db: Db, query: TicketListQuery): Promise<Condition[]> {
  const named = [
    ['client_id', 'client_replicas', 'client_id', 'client_name', query.client_name],
    ['contact_name_id', 'contact_replicas', 'contact_name_id', 'full_name', query.contact_name],
    ['status_id', 'ticket_statuses', 'status_id', 'name', query.status_name],
    ['priority_id', 'priorities', 'priority_id', 'priority_name', query.priority_name],
    ['category_id', 'ticket_categories', 'category_id', 'category_name', query.category_name],
    ['channel_id', 'channels', 'channel_id', 'channel_name', query.board_name ?? query.channel_name],
  ] as const;
  const given = named.filter(([, , , , name]) => name !== undefined && name !== '');
  return Promise.all(
    given.map(async ([column, table, id, member, name]) => {
      const rows = await db
        .selectFrom(table as 'channels')
        .select(sql<string>`${sql.ref(id)}`.as('id'))
        .where(sql<boolean>`lower(${sql.ref(member)}) = lower(${name})`)
        .limit(MAX_NAMED)
        .execute();
      return sql<SqlBool>`${sql.ref(`tickets.${column}`)} = any(${rows.map((row) => row.id)}::uuid[])`;
    }),
  );
}
