import { notFound } from '@psa/contract-kit';
import { recurringTicketRoutes } from '@psa/contracts-desk';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../desk-app.ts';
import { requireTicket } from '../ticket/ticket.access.ts';
import { toTicketDetails } from '../ticket/ticket.view.ts';
import { createRecurringTicket, deleteRecurringTicket, runNow, updateRecurringTicket } from './recurring-ticket.actions.ts';
import { listRecurringTickets } from './recurring-ticket.list.ts';
import { findRecurringTicket } from './recurring-ticket.records.ts';
import { toRecurringTicket } from './recurring-ticket.view.ts';

export const recurringTicketHandlers = handlers(recurringTicketRoutes, {
  listRecurringTickets: async ({ db, query }) => {
    const { rows, pagination } = await listRecurringTickets(db, query);
    return { data: rows.map(toRecurringTicket), pagination };
  },

  createRecurringTicket: async ({ db, ports, body }) => {
    const row = await createRecurringTicket(db, ports, body);
    return versioned({ data: toRecurringTicket(row) }, row.version, `/api/v1/recurring-tickets/${row.recurring_ticket_id}`);
  },

  getRecurringTicket: async ({ db, params }) => {
    const row = await findRecurringTicket(db, params.id);
    if (row === undefined) throw notFound('Recurring ticket');
    return versioned({ data: toRecurringTicket(row) }, row.version);
  },

  updateRecurringTicket: async ({ db, ports, params, body, ifMatch }) => {
    const row = await updateRecurringTicket(db, ports, params.id, body, ifMatch);
    return versioned({ data: toRecurringTicket(row) }, row.version);
  },

  deleteRecurringTicket: ({ db, params, ifMatch }) => deleteRecurringTicket(db, params.id, ifMatch),

  runRecurringTicket: async ({ db, ports, params }) => {
    const id = await runNow(db, ports, params.id);
    const row = await requireTicket(db, id);
    return versioned({ data: toTicketDetails(row, false) }, row.version, `/api/v1/tickets/${id}`);
  },
});
