import { sql } from 'kysely';
import type { Db } from '../../../desk-app.ts';
import { isPortal, type TicketScope, visibleTo } from '../../ticket/ticket.records.ts';

/** Max links of a ticket or a task that are listed. */
const MAX_LINKS = 100;

/** Links with the names both sides are shown with: the base of every read. */
export function linkRows(db: Db, scope?: TicketScope) {
  return db
    .selectFrom('project_ticket_links')
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.tenant', '=', 'project_ticket_links.tenant')
        .onRef('projects.project_id', '=', 'project_ticket_links.project_id'),
    )
    .innerJoin('tickets', (join) =>
      join.onRef('tickets.tenant', '=', 'project_ticket_links.tenant').onRef('tickets.ticket_id', '=', 'project_ticket_links.ticket_id'),
    )
    .leftJoin('project_tasks', (join) =>
      join
        .onRef('project_tasks.tenant', '=', 'project_ticket_links.tenant')
        .onRef('project_tasks.task_id', '=', 'project_ticket_links.task_id'),
    )
    .leftJoin('ticket_statuses', (join) =>
      join.onRef('ticket_statuses.tenant', '=', 'tickets.tenant').onRef('ticket_statuses.status_id', '=', 'tickets.status_id'),
    )
    .leftJoin('priorities', (join) =>
      join.onRef('priorities.tenant', '=', 'tickets.tenant').onRef('priorities.priority_id', '=', 'tickets.priority_id'),
    )
    .leftJoin('client_replicas', (join) =>
      join.onRef('client_replicas.tenant', '=', 'tickets.tenant').onRef('client_replicas.client_id', '=', 'tickets.client_id'),
    )
    .leftJoin('user_replicas', (join) =>
      join.onRef('user_replicas.tenant', '=', 'tickets.tenant').onRef('user_replicas.user_id', '=', 'tickets.assigned_to'),
    )
    .$if(scope !== undefined && !isPortal(scope), (rows) => rows.where(visibleTo(scope as TicketScope)))
    .selectAll('project_ticket_links')
    .select([
      'projects.project_name',
      'project_tasks.task_name',
      'tickets.ticket_number',
      'tickets.title',
      'tickets.status_id',
      'tickets.is_closed',
      'tickets.priority_id',
      'tickets.client_id',
      'tickets.assigned_to',
      'ticket_statuses.name as status_name',
      'priorities.priority_name',
      'client_replicas.client_name',
      'user_replicas.full_name as assigned_user_name',
    ]);
}

export type LinkRow = Awaited<ReturnType<ReturnType<typeof linkRows>['executeTakeFirstOrThrow']>>;

/** One page of the tickets of a project that the caller sees, the last linked first, and how many there are. */
export async function pageOfProject(
  db: Db,
  projectId: string,
  page: number,
  limit: number,
  scope?: TicketScope,
): Promise<{ rows: LinkRow[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    linkRows(db, scope)
      .where('project_ticket_links.project_id', '=', projectId)
      .orderBy('project_ticket_links.created_at', 'desc')
      .orderBy('project_ticket_links.link_id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    linkRows(db, scope)
      .clearSelect()
      .select(sql<number>`count(*)`.as('total'))
      .where('project_ticket_links.project_id', '=', projectId)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** The links of a ticket or a task to tickets the caller sees, the last one first. */
export function linksOf(db: Db, side: 'ticket_id' | 'task_id', id: string, scope?: TicketScope): Promise<LinkRow[]> {
  return linkRows(db, scope)
    .where(`project_ticket_links.${side}`, '=', id)
    .orderBy('project_ticket_links.created_at', 'desc')
    .orderBy('project_ticket_links.link_id', 'desc')
    .limit(MAX_LINKS)
    .execute();
}
