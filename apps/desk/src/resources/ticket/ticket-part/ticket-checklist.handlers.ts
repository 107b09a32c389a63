import { conflict, notFound } from '@psa/contract-kit';
import { type TicketChecklistItem, ticketChecklistRoutes, ticketEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import { handlers, type Tx } from '../../../desk-app.ts';
import { findStatus } from '../../ticket-status/ticket-status.records.ts';
import { assertNotMerged } from '../ticket-change.actions.ts';
import { personOf } from '../acting-person.ts';
import { addHistory, lockTicket, type TicketRecord, updateTicketRow } from '../ticket.records.ts';
import { assertReach, reachTicket, ticketScopeOf } from '../ticket.access.ts';
import { factsOf } from '../ticket.view.ts';
import { checklistExtent, type ChecklistItemRecord, findChecklistItem } from './ticket-part.records.ts';

const MAX_ITEMS = 200;

/** An item as the history says it. */
const shown = ({ item_text, is_completed, is_required }: ChecklistItemRecord) =>
  `[${is_completed ? 'x' : ' '}] ${item_text}${is_required ? ' (required)' : ''}`;

const toItem = (row: ChecklistItemRecord): TicketChecklistItem => ({ ...row });

/** Locks a ticket that is changed by what belongs to it. @throws NOT_FOUND, CONFLICT when it was merged */
export async function lockOpenTicket(tx: Tx, ticketId: string): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ticketId);
  if (ticket === undefined) throw notFound('Ticket');
  assertNotMerged(ticket);
  return ticket;
}

/** What a part of a ticket was and is, as its history says it; null for one that was not there, or is gone. */
export interface PartChange {
  readonly previous: string | null;
  readonly new: string | null;
}

/** Tells that something that belongs to a ticket was changed, and keeps it in the history. */
export async function touchTicket(tx: Tx, ticketId: string, member: string, change: PartChange): Promise<void> {
  addHistory(tx, ticketId, 'updated', { [member]: change });
  const row = await updateTicketRow(tx, ticketId, { updated_by: personOf(tx) });
  const status = await findStatus(tx, row.status_id);
  emit(tx, ticketEvents.updated, { ...factsOf(row, status?.name ?? ''), changed: [member] }, row.version);
}

function completion(tx: Tx, is_completed: boolean | undefined) {
  if (is_completed === undefined) return {};
  return { is_completed, completed_by: is_completed ? personOf(tx) : null, completed_at: is_completed ? new Date().toISOString() : null };
}

export const ticketChecklistHandlers = handlers(ticketChecklistRoutes, {
  listTicketChecklist: async ({ db, params, principal }) => {
    await reachTicket(db, params.id, await ticketScopeOf(db, principal));
    const rows = await db
      .selectFrom('ticket_checklist_items')
      .selectAll()
      .where('ticket_id', '=', params.id)
      .orderBy('order_number')
      .limit(MAX_ITEMS * 20)
      .execute();
    return { data: rows.map(toItem) };
  },

  createTicketChecklistItem: async ({ db, params, body, principal }) => {
    await assertReach(db, principal, params.id);
    return db.transaction(async (tx) => {
      await lockOpenTicket(tx, params.id);
      const { items, last } = await checklistExtent(tx, params.id);
      if (items >= MAX_ITEMS) throw conflict(`A ticket has ${MAX_ITEMS} checklist items at most`);
      const row = await tx
        .insertInto('ticket_checklist_items')
        .values({
          checklist_item_id: uuidv7(),
          ticket_id: params.id,
          item_text: body.item_text,
          is_required: body.is_required ?? false,
          completed_by: null,
          is_completed: false,
          ...completion(tx, body.is_completed ?? false),
          order_number: last + 1,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await touchTicket(tx, params.id, 'checklist', { previous: null, new: shown(row) });
      return { data: toItem(row) };
    });
  },

  updateTicketChecklistItem: async ({ db, params, body, principal }) => {
    await assertReach(db, principal, params.id);
    return db.transaction(async (tx) => {
      await lockOpenTicket(tx, params.id);
      const { is_completed, item_text, is_required } = body;
      const before = await findChecklistItem(tx, params.id, params.itemId);
      if (before === undefined) throw notFound('Checklist item');
      const row = await tx
        .updateTable('ticket_checklist_items')
        .set({
          ...(item_text !== undefined && { item_text }),
          ...(is_required !== undefined && { is_required }),
          ...completion(tx, is_completed),
          updated_at: new Date().toISOString(),
        })
        .where('checklist_item_id', '=', params.itemId)
        .where('ticket_id', '=', params.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await touchTicket(tx, params.id, 'checklist', { previous: shown(before), new: shown(row) });
      return { data: toItem(row) };
    });
  },

  deleteTicketChecklistItem: async ({ db, params, principal }) => {
    await assertReach(db, principal, params.id);
    return db.transaction(async (tx) => {
      await lockOpenTicket(tx, params.id);
      const gone = await tx
        .deleteFrom('ticket_checklist_items')
        .where('checklist_item_id', '=', params.itemId)
        .where('ticket_id', '=', params.id)
        .returningAll()
        .executeTakeFirst();
      if (gone === undefined) throw notFound('Checklist item');
      await touchTicket(tx, params.id, 'checklist', { previous: shown(gone), new: null });
    });
  },
});
