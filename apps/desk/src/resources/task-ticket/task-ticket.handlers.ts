import { notFound } from '@psa/contract-kit';
import { taskTicketRoutes } from '@psa/contracts-desk';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../desk-app.ts';
import { findTask } from '../project/project-task/project-task.records.ts';
import { toProjectTask } from '../project/project-task/project-task.view.ts';
import { requireTicket, ticketScopeOf } from '../ticket/ticket.access.ts';
import { toTicketDetails } from '../ticket/ticket.view.ts';
import { createTaskOfTicket, openTicketForTask } from './task-ticket.actions.ts';

export const taskTicketHandlers = handlers(taskTicketRoutes, {
  openTicketForTask: async ({ db, ports, params, body }) => {
    const id = await openTicketForTask(db, ports, params.taskId, body);
    const row = await requireTicket(db, id);
    return versioned({ data: toTicketDetails(row, false) }, row.version, `/api/v1/tickets/${id}`);
  },

  createTaskOfTicket: async ({ db, ports, params, body, principal }) => {
    const ticket = await requireTicket(db, params.id, await ticketScopeOf(db, principal));
    const task = await findTask(db, await createTaskOfTicket(db, ports, ticket, body));
    if (task === undefined) throw notFound('Project task');
    return { data: { ...toProjectTask(task), ticket_id: ticket.ticket_id } };
  },
});
