import { notFound } from '@psa/contract-kit';
import { type Ticket, type TicketDetails, ticketRoutes } from '@psa/contracts-desk';
import { type Answer, assertPortalFilters, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../desk-app.ts';
import { openForAsset } from './asset-opening/asset-opening.actions.ts';
import { updateTickets } from './ticket-bulk.actions.ts';
import { closeTicket, deleteTicket, overrideOf, updateTicket } from './ticket-change.actions.ts';
import { importTickets } from './ticket-import/ticket-import.actions.ts';
import { mergeTickets } from './ticket-merge.actions.ts';
import { ticketStats } from './ticket-stats.records.ts';
import { createTicket, portalTicket } from './ticket.actions.ts';
import { searchTickets } from './ticket-search.list.ts';
import { listTickets } from './ticket.list.ts';
import {
  type CountedTicket,
  findTicket,
  isPortal,
  type TicketRow,
  ticketRows,
  type TicketScope,
  visibleTo,
  withNames,
} from './ticket.records.ts';
import {
  assertReach,
  assertSeen,
  isOfOthers,
  portalScopeOf,
  reachTicket,
  requireTicket,
  ticketScopeOf,
  unseenTickets,
} from './ticket.access.ts';
import { toTicket, toTicketDetails, withoutClient } from './ticket.view.ts';

/**
 * The answer with a ticket.
 * @param written the ticket where a write gave it; it is read when undefined
 * @throws NOT_FOUND
 */
async function answer(
  db: Db,
  ticketId: string,
  written?: CountedTicket,
  { portal = false, location }: { portal?: boolean; location?: string } = {},
): Promise<Answer<{ data: TicketDetails }>> {
  const row = written === undefined ? await findTicket(db, ticketId) : (await withNames(db, [written]))[0];
  if (row === undefined) throw notFound('Ticket');
  return versioned({ data: toTicketDetails(row, portal) }, row.version, location);
}

/** A ticket as somebody sees it. */
function ticketFor(row: TicketRow, scope: TicketScope | undefined): Ticket {
  const ticket = toTicket(row, isPortal(scope));
  return isOfOthers(row, scope) ? withoutClient(ticket) : ticket;
}

const MAX_CHILDREN = 200;

export const ticketHandlers = handlers(ticketRoutes, {
  listTickets: async ({ db, principal, query }) => {
    assertPortalFilters(principal, query, ['tags', 'parent_ticket_id']);
    const scope = await ticketScopeOf(db, principal);
    const { rows, pagination } = await listTickets(db, query, scope);
    return { data: rows.map((row) => ticketFor(row, scope)), pagination };
  },

  createTicket: async ({ db, ports, principal, body }) => {
    const scope = portalScopeOf(principal);
    await assertSeen(db, principal, 'parent_ticket_id', body.parent_ticket_id);
    const row =
      scope === undefined
        ? await createTicket(db, ports, body)
        : await createTicket(db, ports, await portalTicket(db, body, scope), { byPortal: true });
    const location = `/api/v1/tickets/${row.ticket_id}`;
    // A note changes the ticket once more.
    return answer(db, row.ticket_id, body.notes === undefined ? row : undefined, { portal: scope !== undefined, location });
  },

  searchTickets: async ({ db, principal, query }) => {
    const scope = await ticketScopeOf(db, principal);
    const rows = await searchTickets(db, query, scope);
    return { data: rows.map((row) => ({ ...ticketFor(row, scope), relevance_score: row.relevance_score })) };
  },

  getTicketStats: async ({ db, principal }) => ({ data: await ticketStats(db, await ticketScopeOf(db, principal)) }),

  createTicketFromAsset: async ({ db, ports, body }) => {
    const id = await openForAsset(db, ports, body);
    return answer(db, id, undefined, { location: `/api/v1/tickets/${id}` });
  },

  importTickets: async ({ db, ports, body }) => ({ data: await importTickets(db, ports, body.tickets) }),

  bulkUpdateTickets: async ({ db, ports, principal, body }) => {
    const unseen = await unseenTickets(db, principal, body.ticket_ids);
    await assertSeen(db, principal, 'parent_ticket_id', body.data.parent_ticket_id);
    const results = await updateTickets(db, ports, body, unseen, overrideOf(body.data, principal));
    return { data: { updated_count: results.filter(({ success }) => success).length, results } };
  },

  getTicket: async ({ db, params, principal }) => {
    const scope = await ticketScopeOf(db, principal);
    const row = await requireTicket(db, params.id, scope);
    const details = toTicketDetails(row, isPortal(scope));
    return versioned({ data: isOfOthers(row, scope) ? withoutClient(details) : details }, row.version);
  },

  updateTicket: async ({ db, ports, params, principal, body, ifMatch }) => {
    await assertReach(db, principal, params.id);
    await assertSeen(db, principal, 'parent_ticket_id', body.parent_ticket_id);
    const row = await updateTicket(db, ports, params.id, body, { accepted: ifMatch, override: overrideOf(body, principal) });
    return answer(db, params.id, row);
  },

  deleteTicket: async ({ db, ports, params, principal, ifMatch }) => {
    await assertReach(db, principal, params.id);
    await deleteTicket(db, ports, params.id, ifMatch);
  },

  setTicketStatus: async ({ db, ports, params, principal, body, ifMatch }) => {
    await assertReach(db, principal, params.id);
    const row = await updateTicket(db, ports, params.id, body, { accepted: ifMatch, override: overrideOf(body, principal) });
    return answer(db, params.id, row);
  },

  assignTicket: async ({ db, ports, params, principal, body, ifMatch }) => {
    await assertReach(db, principal, params.id);
    const row = await updateTicket(db, ports, params.id, body, { accepted: ifMatch });
    return answer(db, params.id, row);
  },

  closeTicket: async ({ db, params, principal, body, ifMatch }) => {
    await assertReach(db, principal, params.id);
    await closeTicket(db, params.id, body, ifMatch, overrideOf(body, principal));
    return answer(db, params.id);
  },

  mergeTickets: async ({ db, params, principal, body, ifMatch }) => {
    await assertReach(db, principal, params.id, ...body.source_ticket_ids);
    await mergeTickets(db, params.id, body, ifMatch);
    return answer(db, params.id);
  },

  listTicketChildren: async ({ db, params, principal }) => {
    const scope = await ticketScopeOf(db, principal);
    await reachTicket(db, params.id, scope);
    const rows = await ticketRows(db, db.tenant)
      .where('tickets.parent_ticket_id', '=', params.id)
      .$if(scope !== undefined, (children) => children.where(visibleTo(scope as TicketScope)))
      .orderBy('tickets.entered_at')
      .orderBy('tickets.ticket_id')
      .limit(MAX_CHILDREN)
      .execute();
    return { data: (await withNames(db, rows)).map((row) => toTicket(row, false)) };
  },
});
