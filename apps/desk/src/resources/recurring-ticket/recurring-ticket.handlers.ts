import { notFound } from '@psa/contract-kit';
import { recurringTicketRoutes } from '@psa/contracts-desk';
import { versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../desk-app.ts';
import { findTicketTemplate } from '../ticket-template/ticket-template.records.ts';
import { type Caller, hiddenChannelsOf, requireTicket } from '../ticket/ticket.access.ts';
import { toTicketDetails } from '../ticket/ticket.view.ts';
import { createRecurringTicket, deleteRecurringTicket, runNow, updateRecurringTicket } from './recurring-ticket.actions.ts';
import { listRecurringTickets } from './recurring-ticket.list.ts';
import { findRecurringTicket, type RecurringTicketRecord } from './recurring-ticket.records.ts';
import { toRecurringTicket } from './recurring-ticket.view.ts';

export const recurringTicketHandlers = handlers(recurringTicketRoutes, {
  listRecurringTickets: async ({ db, principal, query }) => {
    const { rows, pagination } = await listRecurringTickets(db, query, await hiddenChannelsOf(db, principal));
    return { data: rows.map(toRecurringTicket), pagination };
  },

  createRecurringTicket: async ({ db, ports, body }) => {
    const row = await createRecurringTicket(db, ports, body);
    return versioned({ data: toRecurringTicket(row) }, row.version, `/api/v1/recurring-tickets/${row.recurring_ticket_id}`);
  },

  getRecurringTicket: async ({ db, principal, params }) => {
    const row = await requireVisible(db, principal, params.id);
    return versioned({ data: toRecurringTicket(row) }, row.version);
  },

  updateRecurringTicket: async ({ db, ports, params, body, ifMatch }) => {
    const row = await updateRecurringTicket(db, ports, params.id, body, ifMatch);
    return versioned({ data: toRecurringTicket(row) }, row.version);
  },

  deleteRecurringTicket: ({ db, params, ifMatch }) => deleteRecurringTicket(db, params.id, ifMatch),

  runRecurringTicket: async ({ db, ports, principal, params }) => {
    await requireVisible(db, principal, params.id);
    const id = await runNow(db, ports, params.id);
    const row = await requireTicket(db, id);
    return versioned({ data: toTicketDetails(row, false) }, row.version, `/api/v1/tickets/${id}`);
  },
});

/** One whose tickets the caller sees. @throws NOT_FOUND */
async function requireVisible(db: Db, caller: Caller, id: string): Promise<RecurringTicketRecord> {
  const [hidden, row] = await Promise.all([hiddenChannelsOf(db, caller), findRecurringTicket(db, id)]);
  if (row === undefined) throw notFound('Recurring ticket');
  if (hidden.length === 0) return row;
  const channelId = (await findTicketTemplate(db, row.ticket_template_id))?.ticket.channel_id;
  if (channelId && hidden.includes(channelId)) throw notFound('Recurring ticket');
  return row;
}
