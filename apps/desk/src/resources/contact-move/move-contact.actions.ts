import { type Job, wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';
import { currentContact } from '../../replicas/contact-replica.ts';
import { changeProject } from '../project/project.actions.ts';
import { findProjectsOfContact } from '../project/project.records.ts';
import { replaceTicketContact } from '../ticket/ticket-change.actions.ts';
import { findTicketsOfContact, moveWatchers } from '../ticket/ticket.records.ts';
import { type ContactMoveJob, contactMoveQueue } from './contact-move.queue.ts';

/** Tickets or projects of a job, which are locked together. */
const PAGE = 100;

/** Has what names a merged contact follow, after the commit. */
export function queueContactMove(tx: Tx, move: ContactMoveJob): void {
  contactMoveQueue.add(tx, [{ job_id: uuidv7(), payload: move }]);
  tx.afterCommit(() => wakeWorker(contactMoveQueue.table));
}

/** Has a page of tickets and projects name the contact that theirs was merged into, and leaves the next page to another job. */
export function moveOnPage(db: Db, job: Job<ContactMoveJob>): Promise<void> {
  const { contact_name_id } = job.payload;
  return db.transaction(async (tx) => {
    // That may have been merged itself since, and its own job may be done.
    const merged_into = await currentContact(tx, job.payload.merged_into);
    const tickets = await findTicketsOfContact(tx, contact_name_id, PAGE);
    for (const ticketId of tickets) await replaceTicketContact(tx, ticketId, contact_name_id, merged_into);
    const projects = tickets.length < PAGE ? await findProjectsOfContact(tx, contact_name_id, PAGE) : [];
    for (const projectId of projects) await changeProject(tx, projectId, { contact_name_id: merged_into });
    await job.complete(tx);
    if (tickets.length === PAGE || projects.length === PAGE) queueContactMove(tx, job.payload);
    else await moveWatchers(tx, contact_name_id, merged_into);
  });
}
