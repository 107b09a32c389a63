import { conflict, invalidField, isUuid, notFound } from '@psa/contract-kit';
import type { CreateProjectTicketLink } from '@psa/contracts-desk';
import { violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import { findTask } from '../project-task/project-task.records.ts';
import { touchProject } from '../touch-project.actions.ts';
import { lockProject } from '../project.records.ts';
import { type LinkRow, linkRows } from './project-ticket.records.ts';

/** Links a ticket to a project or to one of its tasks. @throws NOT_FOUND for project or ticket, VALIDATION_ERROR for the task, CONFLICT for a second link */
export function linkTicket(db: Db, projectId: string, input: CreateProjectTicketLink): Promise<LinkRow> {
  return changeLinks(db, projectId, async (tx) => {
    // Held, so that the ticket is not deleted between here and the commit.
    const ticket = await tx
      .selectFrom('tickets')
      .select('ticket_id')
      .where('ticket_id', '=', input.ticket_id)
      .forKeyShare()
      .executeTakeFirst();
    if (ticket === undefined) throw notFound('Ticket');
    if (input.task_id && (await findTask(tx, input.task_id))?.project_id !== projectId)
      throw invalidField('task_id', 'is not a task of the project', 'unknown_reference');
    const { link_id } = await tx
      .insertInto('project_ticket_links')
      .values({
        link_id: uuidv7(),
        project_id: projectId,
        task_id: input.task_id ?? null,
        ticket_id: input.ticket_id,
        link_type: input.link_type,
        notes: input.notes ?? null,
        created_by: isUuid(tx.context.actor.id) ? tx.context.actor.id : null,
      })
      .returning('link_id')
      .executeTakeFirstOrThrow()
      .catch(alreadyLinked);
    return linkRows(tx).where('project_ticket_links.link_id', '=', link_id).executeTakeFirstOrThrow();
  });
}

/** Takes a ticket off a project. @throws NOT_FOUND */
export async function unlinkTicket(db: Db, projectId: string, ticketId: string): Promise<void> {
  await changeLinks(db, projectId, async (tx) => {
    const gone = await tx
      .deleteFrom('project_ticket_links')
      .where('project_id', '=', projectId)
      .where('ticket_id', '=', ticketId)
      .returning('link_id')
      .executeTakeFirst();
    if (gone === undefined) throw notFound('Ticket of the project');
  });
}

/** The links are part of the project: what changes them changes it. */
function changeLinks<T>(db: Db, projectId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    if ((await lockProject(tx, projectId)) === undefined) throw notFound('Project');
    const result = await work(tx);
    await touchProject(tx, projectId, 'tickets');
    return result;
  });
}

function alreadyLinked(error: unknown): never {
  if (!violates(error, 'project_ticket_links_pair')) throw error;
  throw conflict('The ticket is linked to the project already', [
    { code: 'duplicate', path: ['ticket_id'], message: 'is a ticket of the project already' },
  ]);
}
