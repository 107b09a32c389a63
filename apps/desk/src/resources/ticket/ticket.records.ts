import type { PortalVisibility } from '@psa/contracts-desk';
import { addToRowCount, lookedUp, statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type RawBuilder, type Selectable, sql, type SqlBool, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';
import type { Tables } from '../../tables.ts';
import { addToFigures, negated } from '../figure/figure.records.ts';
import { sharesOf } from './ticket-figures.records.ts';
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

/** Tickets with the names they are shown with: the base of every read. */
export function ticketRows(db: TenantBuilder<Tables>) {
  return (
    db
      .selectFrom('tickets')
      // Both are always there. Joined so, they are looked up for each ticket: Postgres does not start from them to look for tickets.
      .leftJoin('ticket_statuses', (join) =>
        join.onRef('ticket_statuses.tenant', '=', 'tickets.tenant').onRef('ticket_statuses.status_id', '=', 'tickets.status_id'),
      )
      .leftJoin('channels', (join) =>
        join.onRef('channels.tenant', '=', 'tickets.tenant').onRef('channels.channel_id', '=', 'tickets.channel_id'),
      )
      .leftJoin('priorities', (join) =>
        join.onRef('priorities.tenant', '=', 'tickets.tenant').onRef('priorities.priority_id', '=', 'tickets.priority_id'),
      )
      .leftJoin('client_replicas', (join) =>
        join.onRef('client_replicas.tenant', '=', 'tickets.tenant').onRef('client_replicas.client_id', '=', 'tickets.client_id'),
      )
      .leftJoin('location_replicas', (join) =>
        join.onRef('location_replicas.tenant', '=', 'tickets.tenant').onRef('location_replicas.location_id', '=', 'tickets.location_id'),
      )
      .leftJoin('contact_replicas', (join) =>
        join
          .onRef('contact_replicas.tenant', '=', 'tickets.tenant')
          .onRef('contact_replicas.contact_name_id', '=', 'tickets.contact_name_id'),
      )
      .leftJoin('user_replicas as assignee', (join) =>
        join.onRef('assignee.tenant', '=', 'tickets.tenant').onRef('assignee.user_id', '=', 'tickets.assigned_to'),
      )
      .leftJoin('user_replicas as opener', (join) =>
        join.onRef('opener.tenant', '=', 'tickets.tenant').onRef('opener.user_id', '=', 'tickets.entered_by'),
      )
      .leftJoin('ticket_categories as category', (join) =>
        join.onRef('category.tenant', '=', 'tickets.tenant').onRef('category.category_id', '=', 'tickets.category_id'),
      )
      .leftJoin('ticket_categories as subcategory', (join) =>
        join.onRef('subcategory.tenant', '=', 'tickets.tenant').onRef('subcategory.category_id', '=', 'tickets.subcategory_id'),
      )
      .selectAll('tickets')
      .select([
        sql<string>`ticket_statuses.name`.as('status_name'),
        sql<number>`ticket_statuses.order_number`.as('status_order'),
        sql<string>`channels.channel_name`.as('channel_name'),
        sql<PortalVisibility>`channels.portal_visibility`.as('portal_visibility'),
        'priorities.priority_name',
        'priorities.color as priority_color',
        'priorities.order_number as priority_order',
        'client_replicas.client_name',
        'location_replicas.location_name',
        'contact_replicas.full_name as contact_name',
        'contact_replicas.email as contact_email',
        'assignee.full_name as assigned_to_name',
        'assignee.first_name as assignee_first_name',
        'assignee.last_name as assignee_last_name',
        'assignee.email as assignee_email',
        'opener.full_name as entered_by_name',
        'category.category_name',
        'subcategory.category_name as subcategory_name',
        sql<number>`(select coalesce(sum(entry.minutes), 0)::integer from ticket_time_entries entry
        where entry.tenant = tickets.tenant and entry.ticket_id = tickets.ticket_id and not entry.is_deleted)`.as('time_spent_minutes'),
      ])
  );
}

const findStatement = statement<Tables>()((db, p: { ticket_id: string }) => ticketRows(db).where('tickets.ticket_id', '=', p.ticket_id));

export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>;

export function findTicket(db: Db, ticketId: string) {
  return db.first(findStatement, { ticket_id: ticketId });
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

const findAllStatement = statement<Tables>()((db, p: { ids: string[] }) =>
  ticketRows(db).where(sql<boolean>`tickets.ticket_id = any(${p.ids}::uuid[])`),
);

/** Tickets with the names they are shown with, in the order of their ids; those that are gone left out. */
export async function findTickets(db: Db, ids: readonly string[]): Promise<TicketRow[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await db.all(findAllStatement, { ids: [...ids] })).map((row) => [row.ticket_id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Reads a ticket and keeps others from changing it until the transaction ends. */
export function lockTicket(tx: Tx, ticketId: string): Promise<TicketRecord | undefined> {
  return tx.selectFrom('tickets').selectAll().where('ticket_id', '=', ticketId).forUpdate().executeTakeFirst();
}

const FIRST_NUMBER = 1001;

/** The next number; its row is locked until the transaction ends, so that a number is never given twice. */
export async function nextTicketNumber(tx: Tx): Promise<string> {
  const { prefix, padding_length, last_number } = await tx
    .insertInto('ticket_sequences')
    .values({ name: 'ticket', prefix: 'TIC', padding_length: 6, last_number: FIRST_NUMBER })
    .onConflict((row) => row.columns(['tenant', 'name']).doUpdateSet({ last_number: sql`ticket_sequences.last_number + 1` }))
    .returning(['prefix', 'padding_length', 'last_number'])
    .executeTakeFirstOrThrow();
  return prefix + String(last_number).padStart(padding_length, '0');
}

export async function insertTicket(tx: Tx, ticket: Insertable<TicketsTable>): Promise<TicketRecord> {
  const row = await tx.insertInto('tickets').values(ticket).returningAll().executeTakeFirstOrThrow();
  addToRowCount(tx, 'tickets', 1);
  addToFigures(tx, 'ticket', sharesOf(row));
  return row;
}

/** Writes changes of a locked ticket that its figures may depend on, and raises the version. */
export async function updateCountedTicket(tx: Tx, previous: TicketRecord, changes: Updateable<TicketsTable>): Promise<TicketRecord> {
  const row = await updateTicketRow(tx, previous.ticket_id, changes);
  addToFigures(tx, 'ticket', [...negated(sharesOf(previous)), ...sharesOf(row)]);
  return row;
}

/** Writes changes that no figure depends on, and raises the version. */
export function updateTicketRow(tx: Tx, ticketId: string, changes: Updateable<TicketsTable>): Promise<TicketRecord> {
  return tx
    .updateTable('tickets')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('ticket_id', '=', ticketId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a locked ticket. */
export async function deleteTicketRow(tx: Tx, ticket: TicketRecord): Promise<void> {
  await tx.deleteFrom('tickets').where('ticket_id', '=', ticket.ticket_id).execute();
  addToRowCount(tx, 'tickets', -1);
  addToFigures(tx, 'ticket', negated(sharesOf(ticket)));
}

/** Longest text of a member that the history keeps. */
const MAX_HISTORY_TEXT = 2000;
const shortened = (value: unknown) =>
  typeof value === 'string' && value.length > MAX_HISTORY_TEXT ? `${value.slice(0, MAX_HISTORY_TEXT)}…` : (value ?? null);

/** Adds to the history of a ticket what was changed, by whom. */
export async function addHistory(
  tx: Tx,
  ticketId: string,
  action: string,
  changes: Readonly<Record<string, { previous: unknown; new: unknown }>> = {},
  reason: string | null = null,
): Promise<void> {
  const { actor } = tx.context;
  const kept = Object.entries(changes).map(([member, change]) => [
    member,
    { previous: shortened(change.previous), new: shortened(change.new) },
  ]);
  await tx
    .insertInto('ticket_history')
    .values({
      history_id: uuidv7(),
      ticket_id: ticketId,
      action,
      changes: JSON.stringify(Object.fromEntries(kept)),
      reason,
      actor_id: actor.id,
      actor_type: actor.type,
      // Not the time at which the transaction began: who waited for the ticket would stand before who held it.
      created_at: sql<string>`clock_timestamp()`,
    })
    .execute();
}

/** Has tickets and their watchers name another contact, into which theirs was merged. */
export async function moveTicketsToContact(tx: Tx, contactId: string, otherId: string): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ contact_name_id: otherId, version: sql`version + 1`, updated_at: sql`now()` })
    .where('contact_name_id', '=', contactId)
    .execute();
  // Who watches a ticket as both watches it once.
  await tx
    .deleteFrom('ticket_watchers')
    .where('contact_name_id', '=', contactId)
    .where('ticket_id', 'in', (eb) => eb.selectFrom('ticket_watchers').select('ticket_id').where('contact_name_id', '=', otherId))
    .execute();
  await tx.updateTable('ticket_watchers').set({ contact_name_id: otherId }).where('contact_name_id', '=', contactId).execute();
}
