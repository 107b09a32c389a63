import { notFound } from '@psa/contract-kit';
import { type ProjectTicketLink, type ProjectTicketLinkType, projectTicketRoutes, type TicketOfProject } from '@psa/contracts-desk';
import { handlers } from '../../../desk-app.ts';
import { assertReach, reachTicket, ticketScopeOf } from '../../ticket/ticket.access.ts';
import { offsetPagination } from '../../offset-pagination.ts';
import { findTask } from '../project-task/project-task.records.ts';
import { findProject } from '../project.records.ts';
import { linkTicket, unlinkTicket } from './project-ticket.actions.ts';
import { type LinkRow, linksOf, pageOfProject } from './project-ticket.records.ts';

/** A link as the API shows it. */
function toLink(row: LinkRow): ProjectTicketLink {
  const { link_id, project_id, project_name, task_id, task_name, ticket_id, notes, created_at, tenant } = row;
  const { ticket_number, title, status_name, priority_name, client_name } = row;
  return {
    link_id,
    project_id,
    project_name,
    task_id,
    task_name,
    ticket_id,
    link_type: row.link_type as ProjectTicketLinkType,
    notes,
    created_at,
    tenant,
    ticket: { ticket_id, ticket_number, title, status_name, priority_name, client_name },
  };
}

/** A ticket as a project's list shows it. */
function toTicket(row: LinkRow): TicketOfProject {
  return {
    link_id: row.link_id,
    link_type: row.link_type as ProjectTicketLinkType,
    task_id: row.task_id,
    notes: row.notes,
    link_created_at: row.created_at,
    ticket_id: row.ticket_id,
    ticket_number: row.ticket_number,
    title: row.title,
    status_id: row.status_id,
    status_name: row.status_name,
    is_closed: row.is_closed,
    priority_id: row.priority_id,
    priority_name: row.priority_name,
    client_id: row.client_id,
    client_name: row.client_name,
    assigned_to: row.assigned_to,
    assigned_user_name: row.assigned_user_name,
    tenant: row.tenant,
  };
}

export const projectTicketHandlers = handlers(projectTicketRoutes, {
  listProjectTickets: async ({ db, params, principal, query: { page, limit } }) => {
    const scope = await ticketScopeOf(db, principal);
    const [project, { rows, total }] = await Promise.all([findProject(db, params.id), pageOfProject(db, params.id, page, limit, scope)]);
    if (project === undefined) throw notFound('Project');
    return { data: rows.map(toTicket), pagination: offsetPagination({ page, limit }, total) };
  },

  linkProjectTicket: async ({ db, params, principal, body }) => {
    await assertReach(db, principal, body.ticket_id);
    return { data: toLink(await linkTicket(db, params.id, body)) };
  },

  unlinkProjectTicket: async ({ db, params, principal }) => {
    await assertReach(db, principal, params.ticketId);
    await unlinkTicket(db, params.id, params.ticketId);
  },

  listTaskTickets: async ({ db, params, principal }) => {
    const scope = await ticketScopeOf(db, principal);
    const [task, rows] = await Promise.all([findTask(db, params.taskId), linksOf(db, 'task_id', params.taskId, scope)]);
    if (task === undefined) throw notFound('Project task');
    return { data: rows.map(toLink) };
  },

  listTicketProjects: async ({ db, params, principal }) => {
    await reachTicket(db, params.id, await ticketScopeOf(db, principal));
    return { data: (await linksOf(db, 'ticket_id', params.id)).map(toLink) };
  },
});
