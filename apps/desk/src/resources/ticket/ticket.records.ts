import type { PortalVisibility } from '@psa/contracts-desk';
import { addToRowCount, lookedUp, statement, type TenantBuilder } from '@psa/postgres-kit';
import { type RawBuilder, type Selectable, sql, type SqlBool, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';
import { clientReplica, locationReplica } from '../../replicas/client-replica.ts';
import { contactReplica } from '../../replicas/contact-replica.ts';
import { userReplica } from '../../replicas/user-replica.ts';
import type { Tables } from '../../tables.ts';
import { addToFigures, negated } from '../figure/figure.records.ts';
import { sharesOf } from './ticket-figures.records.ts';
import { ticketSettings } from '../ticket-settings/ticket-settings.records.ts';
import type { TicketsTable } from './ticket.tables.ts';

export type TicketRecord = Selectable<TicketsTable>;
export type TicketChanges = Updateable<TicketsTable>;

/** Whose tickets a person of the client portal may see. */
export interface PortalScope {
  readonly clientId: string;
  readonly userId: string;
  /** Channels whose tickets they read whoever's they are. */
  readonly sharedChannels: readonly string[];
}

/** Channels whose tickets somebody of the staff does not see. */
export interface StaffScope {
  readonly hiddenChannels: readonly string[];
}

/** Which tickets somebody sees. */
export type TicketScope = PortalScope | StaffScope;

export function isPortal(scope: TicketScope | undefined): scope is PortalScope {
  return scope !== undefined && 'clientId' in scope;
}

/** The condition that somebody may see a ticket, as its channel says. */
export function visibleTo(scope: TicketScope): RawBuilder<SqlBool> {
  if (!isPortal(scope)) return sql`tickets.channel_id <> all(${[...scope.hiddenChannels]}::uuid[])`;
  const { clientId, userId, sharedChannels } = scope;
  const theirs = sql<SqlBool>`(tickets.client_id = ${clientId} and case (select shown.portal_visibility from channels shown
      where shown.tenant = tickets.tenant and shown.channel_id = tickets.channel_id)
    when 'own' then tickets.entered_by is not distinct from ${userId}::uuid when 'none' then false else true end)`;
  return sharedChannels.length === 0 ? theirs : sql`(${theirs} or tickets.channel_id = any(${[...sharedChannels]}::uuid[]))`;
}

/** What is counted for a ticket, beside its columns. */
export function countedOf(tenant: string) {
  return [
    sql<number>`(select coalesce(sum(entry.minutes), 0)::integer from ticket_time_entries entry
      where entry.tenant = tickets.tenant and entry.ticket_id = tickets.ticket_id and not entry.is_deleted)`.as('time_spent_minutes'),
    ticketSettings.version(tenant).as('names'),
  ] as const;
}

/** Tickets with what is counted for them: the base of every read. */
export function ticketRows(db: TenantBuilder<Tables>, tenant: string) {
  return db.selectFrom('tickets').selectAll('tickets').select(countedOf(tenant));
}

/** A ticket without its names: in their place is the version of the settings they are found by. */
export type CountedTicket = TicketRecord & { readonly time_spent_minutes: number; readonly names: number };

/** The names a ticket is shown with. */
export interface TicketNames {
  readonly status_name: string;
  readonly status_order: number;
  readonly channel_name: string;
  readonly portal_visibility: PortalVisibility;
  readonly priority_name: string | null;
  readonly priority_color: string | null;
  readonly priority_order: number | null;
  readonly category_name: string | null;
  readonly subcategory_name: string | null;
  readonly client_name: string | null;
  readonly client_email: string | null;
  readonly client_phone: string | null;
  readonly location_name: string | null;
  readonly contact_name: string | null;
  readonly contact_email: string | null;
  readonly assigned_to_name: string | null;
  readonly assignee_first_name: string | null;
  readonly assignee_last_name: string | null;
  readonly assignee_email: string | null;
  readonly entered_by_name: string | null;
}

export type TicketRow = Omit<CountedTicket, 'names'> & { readonly names: TicketNames };

/**
 * Tickets with the names of what they refer to. The names come from memory, those of other services up to two seconds late: joining ten tables costs
 * more than the tickets.
 */
export async function withNames(db: Db, rows: readonly CountedTicket[]): Promise<TicketRow[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const [settings, clients, locations, contacts, users] = await Promise.all([
    ticketSettings.at(db, first.names),
    clientReplica.remembered(db, idsOf(rows, 'client_id')),
    locationReplica.remembered(db, idsOf(rows, 'location_id')),
    contactReplica.remembered(db, idsOf(rows, 'contact_name_id')),
    userReplica.remembered(db, idsOf(rows, 'assigned_to', 'entered_by')),
  ]);
  return rows.map((row) => {
    const status = settings.statuses.get(row.status_id);
    const channel = settings.channels.get(row.channel_id);
    const priority = row.priority_id === null ? undefined : settings.priorities.get(row.priority_id);
    const contact = row.contact_name_id === null ? undefined : contacts.get(row.contact_name_id);
    const client = nameOf(clients, row.client_id);
    const assignee = row.assigned_to === null ? undefined : users.get(row.assigned_to);
    const names: TicketNames = {
      status_name: status?.name ?? '',
      status_order: status?.order_number ?? 0,
      channel_name: channel?.channel_name ?? '',
      portal_visibility: channel?.portal_visibility ?? 'none',
      priority_name: priority?.priority_name ?? null,
      priority_color: priority?.color ?? null,
      priority_order: priority?.order_number ?? null,
      category_name: nameOf(settings.categories, row.category_id)?.category_name ?? null,
      subcategory_name: nameOf(settings.categories, row.subcategory_id)?.category_name ?? null,
      client_name: client?.client_name ?? null,
      client_email: client?.email ?? null,
      client_phone: client?.phone_no ?? null,
      location_name: nameOf(locations, row.location_id)?.location_name ?? null,
      contact_name: contact?.full_name ?? null,
      contact_email: contact?.email ?? null,
      assigned_to_name: assignee?.full_name ?? null,
      assignee_first_name: assignee?.first_name ?? null,
      assignee_last_name: assignee?.last_name ?? null,
      assignee_email: assignee?.email ?? null,
      entered_by_name: nameOf(users, row.entered_by)?.full_name ?? null,
    };
    // Into a member that is there: V8 takes a row of sixty with another one for a dictionary, of several times its size.
    return withMember(row, names);
  });
}

function withMember(row: CountedTicket, names: TicketNames): TicketRow {
  const shown = row as unknown as { names: TicketNames };
  shown.names = names;
  return shown as TicketRow;
}

function idsOf(rows: readonly CountedTicket[], ...columns: (keyof TicketRecord)[]): (string | null)[] {
  return rows.flatMap((row) => columns.map((column) => row[column] as string | null));
}

function nameOf<Row>(rows: ReadonlyMap<string, Row>, id: string | null): Row | undefined {
  return id === null ? undefined : rows.get(id);
}

const findStatement = statement<Tables>()((db, p: { ticket_id: string; tenant: string }) =>
  ticketRows(db, p.tenant).where('tickets.ticket_id', '=', p.ticket_id),
);

/** A ticket without its names. */
export function findCountedTicket(db: Db, ticketId: string): Promise<CountedTicket | undefined> {
  return db.first(findStatement, { ticket_id: ticketId, tenant: db.tenant });
}

export async function findTicket(db: Db, ticketId: string): Promise<TicketRow | undefined> {
  const row = await findCountedTicket(db, ticketId);
  return row && (await withNames(db, [row]))[0];
}

const reachStatement = statement<Tables>()((db, p: { ids: string[] }) =>
  db
    .selectFrom('tickets')
    .select(['tickets.ticket_id', 'tickets.client_id', 'tickets.channel_id', 'tickets.entered_by'])
    .select(
      lookedUp<PortalVisibility>({ from: 'tickets.channel_id', table: 'channels', key: 'channel_id' }, 'portal_visibility').as(
        'portal_visibility',
      ),
    )
    .where(sql<boolean>`tickets.ticket_id = any(${p.ids}::uuid[])`),
);

/** What tells who sees a ticket, without the names it is shown with. */
export type TicketReach = Awaited<ReturnType<typeof findReach>>[number];

/** Of tickets that are there. */
export function findReach(db: Db, ids: readonly string[]) {
  return db.all(reachStatement, { ids: [...ids] });
}

const findAllStatement = statement<Tables>()((db, p: { ids: string[]; tenant: string }) =>
  ticketRows(db, p.tenant).where(sql<boolean>`tickets.ticket_id = any(${p.ids}::uuid[])`),
);

/** Tickets in the order of their ids; those that are gone left out. */
export async function countedTickets(db: Db, ids: readonly string[]): Promise<CountedTicket[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await db.all(findAllStatement, { ids: [...ids], tenant: db.tenant })).map((row) => [row.ticket_id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Tickets with the names they are shown with, in the order of their ids; those that are gone left out. */
export async function findTickets(db: Db, ids: readonly string[]): Promise<TicketRow[]> {
  return withNames(db, await countedTickets(db, ids));
}

/** Reads a ticket and keeps others from changing it until the transaction ends. */
export function lockTicket(tx: Tx, ticketId: string): Promise<TicketRecord | undefined> {
  return tx.selectFrom('tickets').selectAll().where('ticket_id', '=', ticketId).forUpdate().executeTakeFirst();
}

/** Max merges that are followed from a ticket to the one it became part of. */
const MAX_MERGES = 20;

/** The ticket, or the one it became part of. */
export async function findTarget(db: Db, ticketId: string): Promise<TicketRow | undefined> {
  let row = await findTicket(db, ticketId);
  for (let step = 0; row?.merged_into && step < MAX_MERGES; step++) row = await findTicket(db, row.merged_into);
  return row;
}

/** Locks a ticket, or the one it became part of. */
export async function lockTarget(tx: Tx, ticketId: string): Promise<TicketRecord | undefined> {
  let row = await lockTicket(tx, ticketId);
  for (let step = 0; row?.merged_into && step < MAX_MERGES; step++) row = await lockTicket(tx, row.merged_into);
  return row;
}

/** Writes changes of a locked ticket that its figures may depend on, and raises the version. */
export async function updateCountedTicket(tx: Tx, previous: TicketRecord, changes: TicketChanges): Promise<CountedTicket> {
  const row = await updatedTicket(tx, previous.ticket_id, changes).returning(countedOf(tx.tenant)).executeTakeFirstOrThrow();
  addToFigures(tx, 'ticket', [...negated(sharesOf(previous)), ...sharesOf(row)]);
  return row;
}

/** Writes changes that no figure depends on, and raises the version. */
export function updateTicketRow(tx: Tx, ticketId: string, changes: TicketChanges): Promise<TicketRecord> {
  return updatedTicket(tx, ticketId, changes).executeTakeFirstOrThrow();
}

function updatedTicket(tx: Tx, ticketId: string, changes: TicketChanges) {
  return tx
    .updateTable('tickets')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('ticket_id', '=', ticketId)
    .returningAll();
}

/** Deletes a locked ticket. */
export async function deleteTicketRow(tx: Tx, ticket: TicketRecord): Promise<void> {
  await tx.deleteFrom('tickets').where('ticket_id', '=', ticket.ticket_id).execute();
  addToRowCount(tx, 'tickets', -1);
  addToFigures(tx, 'ticket', negated(sharesOf(ticket)));
}

/** Not at the time at which the transaction began: who waited for the ticket would stand before who held it. */
const ADD_HISTORY = `insert into ticket_history (history_id, ticket_id, action, changes, reason, actor_id, actor_type, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`;

/** Longest text of a member that the history keeps. */
const MAX_HISTORY_TEXT = 2000;
const shortened = (value: unknown) =>
  typeof value === 'string' && value.length > MAX_HISTORY_TEXT ? `${value.slice(0, MAX_HISTORY_TEXT)}…` : (value ?? null);

/** Adds to the history of a ticket what was changed, by whom. */
export function addHistory(
  tx: Tx,
  ticketId: string,
  action: string,
  changes: Readonly<Record<string, { previous: unknown; new: unknown }>> = {},
  reason: string | null = null,
): void {
  const { actor } = tx.context;
  const kept = Object.entries(changes).map(([member, change]) => [
    member,
    { previous: shortened(change.previous), new: shortened(change.new) },
  ]);
  tx.atCommit(ADD_HISTORY, [uuidv7(), ticketId, action, JSON.stringify(Object.fromEntries(kept)), reason, actor.id, actor.type]);
}

/** Some of the tickets that name a contact, in the order in which they are locked. @param limit how many at most */
export async function findTicketsOfContact(tx: Tx, contactId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('tickets')
    .select('ticket_id')
    .where('contact_name_id', '=', contactId)
    .orderBy('ticket_id')
    .limit(limit)
    .execute();
  return rows.map(({ ticket_id }) => ticket_id);
}

/** Has watchers be another contact, into which theirs was merged. */
export async function moveWatchers(tx: Tx, contactId: string, otherId: string): Promise<void> {
  // Who watches a ticket as both watches it once.
  await tx
    .deleteFrom('ticket_watchers')
    .where('contact_name_id', '=', contactId)
    .where('ticket_id', 'in', (eb) =>
      eb
        .selectFrom('ticket_watchers as other')
        .select('ticket_id')
        .where('other.tenant', '=', tx.tenant)
        .where('contact_name_id', '=', otherId),
    )
    .execute();
  await tx.updateTable('ticket_watchers').set({ contact_name_id: otherId }).where('contact_name_id', '=', contactId).execute();
}
