import { ticketTemplateRoutes } from '@psa/contracts-desk';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../desk-app.ts';
import { assertSeen, hiddenChannelsOf, requireTicket } from '../ticket/ticket.access.ts';
import { toTicketDetails } from '../ticket/ticket.view.ts';
import { requireVisibleTemplate } from './ticket-template.access.ts';
import { createTicketTemplate, deleteTicketTemplate, updateTicketTemplate, useTicketTemplate } from './ticket-template.actions.ts';
import { listTicketTemplates } from './ticket-template.list.ts';
import { toTicketTemplate } from './ticket-template.view.ts';

export const ticketTemplateHandlers = handlers(ticketTemplateRoutes, {
  listTicketTemplates: async ({ db, principal, query }) => {
    const { rows, pagination } = await listTicketTemplates(db, query, await hiddenChannelsOf(db, principal));
    return { data: rows.map(toTicketTemplate), pagination };
  },

  createTicketTemplate: async ({ db, ports, body }) => {
    const row = await createTicketTemplate(db, ports, body);
    return versioned({ data: toTicketTemplate(row) }, row.version, `/api/v1/ticket-templates/${row.ticket_template_id}`);
  },

  getTicketTemplate: async ({ db, principal, params }) => {
    const row = await requireVisibleTemplate(db, principal, params.id);
    return versioned({ data: toTicketTemplate(row) }, row.version);
  },

  updateTicketTemplate: async ({ db, ports, params, body, ifMatch }) => {
    const row = await updateTicketTemplate(db, ports, params.id, body, ifMatch);
    return versioned({ data: toTicketTemplate(row) }, row.version);
  },

  deleteTicketTemplate: ({ db, params, ifMatch }) => deleteTicketTemplate(db, params.id, ifMatch),

  useTicketTemplate: async ({ db, ports, principal, params, body }) => {
    await requireVisibleTemplate(db, principal, params.id);
    await assertSeen(db, principal, 'parent_ticket_id', body.parent_ticket_id);
    const id = await useTicketTemplate(db, ports, params.id, body);
    const row = await requireTicket(db, id);
    return versioned({ data: toTicketDetails(row, false) }, row.version, `/api/v1/tickets/${id}`);
  },
});
