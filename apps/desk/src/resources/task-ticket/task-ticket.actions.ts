import { invalidField, notFound } from '@psa/contract-kit';
import type { CreateTaskOfTicket, OpenTicketForTask } from '@psa/contracts-desk';
import type { Db, Ports } from '../../desk-app.ts';
import { requireAssignee } from '../../replicas/user-replica.ts';
import { findChannels } from '../channel/channel.records.ts';
import { findPriorities, findPriority } from '../priority/priority.records.ts';
import { createTaskIn } from '../project/project-task/project-task.actions.ts';
import { findTask } from '../project/project-task/project-task.records.ts';
import { linkTicket } from '../project/project-ticket/project-ticket.actions.ts';
import { findProject } from '../project/project.records.ts';
import { ensureStandardSet } from '../standard-set/standard-set.actions.ts';
import { openTicket, prepareTicket } from '../ticket/ticket.actions.ts';
import { insertChecklist } from '../ticket/ticket-part/ticket-part.records.ts';
import type { TicketRow } from '../ticket/ticket.records.ts';
import { checklistOfTask, checklistOfTicket, insertTaskChecklist } from './task-ticket.records.ts';

/** The priority of one kind that is called like one of the other. */
async function namesake(db: Db, itemType: 'ticket' | 'project_task', priorityId: string | null): Promise<string | undefined> {
  const [known, all] = await Promise.all([priorityId === null ? undefined : findPriority(db, priorityId), findPriorities(db, itemType)]);
  return all.find(({ priority_name }) => priority_name.toLowerCase() === known?.priority_name.toLowerCase())?.priority_id;
}

/** Opens a ticket with what a task says, and links the two. @returns its id @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export async function openTicketForTask(db: Db, ports: Ports, taskId: string, given: OpenTicketForTask): Promise<string> {
  await ensureStandardSet(db);
  const task = await findTask(db, taskId);
  const project = task && (await findProject(db, task.project_id));
  if (task === undefined || project === undefined) throw notFound('Project task');
  const [channels, priorities, checklist] = await Promise.all([
    findChannels(db),
    findPriorities(db, 'ticket'),
    checklistOfTask(db, taskId),
  ]);
  const channel_id = given.channel_id ?? channels.find(({ is_default }) => is_default)?.channel_id;
  if (channel_id === undefined) throw invalidField('channel_id', 'is required: no channel is the default one', 'required');
  const priority_id = given.priority_id ?? (await namesake(db, 'ticket', task.priority_id)) ?? priorities.at(-1)?.priority_id;
  const input = {
    title: given.title ?? task.task_name,
    description: task.description,
    channel_id,
    client_id: project.client_id,
    contact_name_id: project.contact_name_id,
    ...(given.status_id !== undefined && { status_id: given.status_id }),
    ...(priority_id !== undefined && { priority_id }),
    assigned_to: given.assigned_to === undefined ? task.assigned_to : given.assigned_to,
    due_date: task.due_date,
    tags: task.tags,
    source: 'project_task',
    attributes: { created_from_task: taskId },
  };
  await prepareTicket(db, ports, input);
  return db.transaction(async (tx) => {
    const { ticket_id } = await openTicket(tx, input);
    await insertChecklist(
      tx,
      ticket_id,
      checklist.map(({ item_text }) => ({ item_text, is_required: false })),
    );
    await linkTicket(tx, task.project_id, { ticket_id, task_id: taskId, link_type: 'related' });
    return ticket_id;
  });
}

/** Adds a task with what a ticket says, and links the two. @returns its id @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export async function createTaskOfTicket(db: Db, ports: Ports, ticket: TicketRow, given: CreateTaskOfTicket): Promise<string> {
  await ensureStandardSet(db);
  const { project_id, phase_id } = given;
  const project = await findProject(db, project_id);
  if (project === undefined) throw invalidField('project_id', 'is not a project of this tenant', 'unknown_reference');
  if (ticket.client_id !== null && ticket.client_id !== project.client_id)
    throw invalidField('project_id', 'is a project of another client', 'foreign_reference');
  const assigned_to = given.assigned_to === undefined ? ticket.assigned_to : given.assigned_to;
  if (assigned_to) await requireAssignee(db, ports, assigned_to);
  const [priority_id, checklist] = await Promise.all([
    namesake(db, 'project_task', ticket.priority_id),
    checklistOfTicket(db, ticket.ticket_id),
  ]);
  return db.transaction(async (tx) => {
    const { task_id } = await createTaskIn(tx, project_id, phase_id, {
      task_name: given.task_name ?? ticket.title,
      // Tasks hold less.
      description: ticket.description?.slice(0, MAX_DESCRIPTION) ?? null,
      ...(given.project_status_mapping_id !== undefined && { project_status_mapping_id: given.project_status_mapping_id }),
      assigned_to,
      due_date: ticket.due_date,
      ...(priority_id !== undefined && { priority_id }),
      task_type_key: 'general',
      tags: ticket.tags,
    }).catch((error: unknown) => {
      throw isMissingPhase(error) ? invalidField('phase_id', 'is not a phase of the project', 'unknown_reference') : error;
    });
    await insertTaskChecklist(tx, task_id, checklist);
    await linkTicket(tx, project_id, { ticket_id: ticket.ticket_id, task_id, link_type: 'related' });
    return task_id;
  });
}

const MAX_DESCRIPTION = 10_000;

const isMissingPhase = (error: unknown) => (error as { code?: unknown }).code === 'NOT_FOUND';
