import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import type { TicketChecklistItemsTable } from '../ticket.tables.ts';

export type ChecklistItemRecord = Selectable<TicketChecklistItemsTable>;

/** How many checklist items a ticket has, and the place of the last. */
export function checklistExtent(tx: Tx, ticketId: string): Promise<{ items: number; last: number }> {
  return tx
    .selectFrom('ticket_checklist_items')
    .select((eb) => [eb.fn.countAll<number>().as('items'), eb.fn.coalesce(eb.fn.max('order_number'), sql<number>`0`).as('last')])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
}

export function findChecklistItem(tx: Tx, ticketId: string, itemId: string): Promise<ChecklistItemRecord | undefined> {
  return tx
    .selectFrom('ticket_checklist_items')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('checklist_item_id', '=', itemId)
    .executeTakeFirst();
}

/** An item of the checklist that a ticket is opened with. */
export type NewChecklistItem = Readonly<Pick<ChecklistItemRecord, 'item_text' | 'is_required'>>;

/** Gives a new ticket its checklist. */
export async function insertChecklist(tx: Tx, ticket_id: string, items: readonly NewChecklistItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ item_text, is_required }, index) => ({
    checklist_item_id: uuidv7(),
    ticket_id,
    item_text,
    is_required,
    is_completed: false,
    completed_by: null,
    completed_at: null,
    order_number: index + 1,
  }));
  await tx.insertInto('ticket_checklist_items').values(rows).execute();
}

/** Watchers of a ticket with their names. */
export function watcherRows(db: Db, ticketId: string) {
  return db
    .selectFrom('ticket_watchers')
    .leftJoin('user_replicas', (join) =>
      join.onRef('user_replicas.tenant', '=', 'ticket_watchers.tenant').onRef('user_replicas.user_id', '=', 'ticket_watchers.user_id'),
    )
    .leftJoin('contact_replicas', (join) =>
      join
        .onRef('contact_replicas.tenant', '=', 'ticket_watchers.tenant')
        .onRef('contact_replicas.contact_name_id', '=', 'ticket_watchers.contact_name_id'),
    )
    .selectAll('ticket_watchers')
    .select(sql<string | null>`coalesce(user_replicas.full_name, contact_replicas.full_name)`.as('name'))
    .where('ticket_watchers.ticket_id', '=', ticketId);
}

/** Who works on a ticket, with their names. */
export function agentRows(db: Db, ticketId: string) {
  return db
    .selectFrom('ticket_agents')
    .leftJoin('user_replicas', (join) =>
      join.onRef('user_replicas.tenant', '=', 'ticket_agents.tenant').onRef('user_replicas.user_id', '=', 'ticket_agents.user_id'),
    )
    .selectAll('ticket_agents')
    .select('user_replicas.full_name as name')
    .where('ticket_agents.ticket_id', '=', ticketId);
}

/** The history of a ticket with the names of those who made it. */
export function historyRows(db: Db, ticketId: string) {
  return db
    .selectFrom('ticket_history')
    .leftJoin('user_replicas', (join) =>
      join
        .onRef('user_replicas.tenant', '=', 'ticket_history.tenant')
        .on(sql<boolean>`user_replicas.user_id::text = ticket_history.actor_id`),
    )
    .selectAll('ticket_history')
    .select('user_replicas.full_name as actor_name')
    .where('ticket_history.ticket_id', '=', ticketId);
}
