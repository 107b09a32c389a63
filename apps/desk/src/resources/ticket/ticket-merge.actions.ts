import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type MergeTickets, ticketEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import type { Db, Tx } from '../../desk-app.ts';
import { holdChannel } from '../channel/channel.records.ts';
import { insertComment } from './ticket-comment/ticket-comment.records.ts';
import { findStatus, findStatuses } from '../ticket-status/ticket-status.records.ts';
import { ancestorsOf, countIncompleteItems, lockChildren, moveBelongings } from './ticket-merge.records.ts';
import { parentAfterMerge } from './ticket-merge.rules.ts';
import { findSomebodyElses, SOMEBODY_ELSES } from './ticket-openers.access.ts';
import { unmetRules } from './close-ticket.rules.ts';
import { assertNotMerged, writeChanges } from './ticket-change.actions.ts';
import { personOf } from './acting-person.ts';
import { addHistory, lockTicket, type TicketRecord, updateTicketRow } from './ticket.records.ts';
import { factsOf } from './ticket.view.ts';

/**
 * Makes tickets part of another one: what was written and logged on them moves, and they are closed.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR naming the source at fault, CONFLICT when one was merged already
 */
export function mergeTickets(db: Db, targetId: string, { source_ticket_ids, status_id }: MergeTickets, accepted?: Accepted): Promise<void> {
  const ids = [...new Set(source_ticket_ids)];
  return db.transaction(async (tx) => {
    const tickets = new Map<string, TicketRecord>();
    // In one order everywhere, so that two merges of the same tickets cannot wait for each other.
    for (const id of [...ids, targetId].sort()) {
      const row = await lockTicket(tx, id);
      if (row !== undefined) tickets.set(id, row);
    }
    const target = tickets.get(targetId);
    if (target === undefined) throw notFound('Ticket');
    demandVersion(accepted, target.version);
    assertNotMerged(target);
    for (const [index, id] of source_ticket_ids.entries()) assertMergeable(tickets.get(id), target, index);
    const sources = ids.map((id) => tickets.get(id) as TicketRecord);
    const children = await lockChildren(tx, ids, targetId);
    await assertOpenersKept(tx, sources, target, source_ticket_ids);
    if (target.is_closed) await assertNothingOpen(tx, target, ids, children);
    const parent_ticket_id = parentAfterMerge(target, await ancestorsOf(tx, target), ids);
    let [comments, visible] = [target.comment_count, target.public_comment_count];
    for (const source of sources) {
      await moveBelongings(tx, source, target);
      comments += source.comment_count;
      visible += source.public_comment_count;
      await closeSource(tx, source, target, status_id, ids);
    }
    const isMoved = parent_ticket_id !== target.parent_ticket_id;
    const row = await updateTicketRow(tx, targetId, {
      comment_count: comments,
      public_comment_count: visible,
      ...(isMoved && { parent_ticket_id }),
      updated_by: personOf(tx),
    });
    addHistory(tx, targetId, 'merged', {
      source_ticket_ids: { previous: null, new: ids },
      ...(isMoved && { parent_ticket_id: { previous: target.parent_ticket_id, new: parent_ticket_id } }),
    });
    const status = await findStatus(tx, row.status_id);
    const changed = ['merged', ...(isMoved ? ['parent_ticket_id'] : [])];
    emit(tx, ticketEvents.updated, { ...factsOf(row, status?.name ?? ''), changed }, row.version);
    for (const child of children) await moveChild(tx, child, targetId);
  });
}

/** Has a locked child of a source be one of the ticket that the source became part of. */
async function moveChild(tx: Tx, { ticket_id, parent_ticket_id, status_id }: TicketRecord, targetId: string): Promise<void> {
  const row = await updateTicketRow(tx, ticket_id, { parent_ticket_id: targetId, updated_by: personOf(tx) });
  addHistory(tx, ticket_id, 'updated', { parent_ticket_id: { previous: parent_ticket_id, new: targetId } });
  const status = await findStatus(tx, status_id);
  emit(tx, ticketEvents.updated, { ...factsOf(row, status?.name ?? ''), changed: ['parent_ticket_id'] }, row.version);
}

/** Asserts that people of the portal lose no ticket by a merge, and see nothing of others by it. @throws VALIDATION_ERROR */
async function assertOpenersKept(tx: Tx, sources: readonly TicketRecord[], target: TicketRecord, given: readonly string[]): Promise<void> {
  const refused = await findSomebodyElses(tx, sources, target);
  if (refused !== undefined)
    throw invalidField(['source_ticket_ids', given.indexOf(refused.ticket_id)], SOMEBODY_ELSES, 'foreign_reference');
}

/** Asserts that a merge brings nothing into a closed ticket that would have kept it open. @throws CONFLICT */
async function assertNothingOpen(
  tx: Tx,
  target: TicketRecord,
  sourceIds: readonly string[],
  children: readonly TicketRecord[],
): Promise<void> {
  const { close_rules } = await holdChannel(tx, target.channel_id);
  const unmet = unmetRules(
    { ...close_rules, resolution_comment: false, time_entry: false, required_fields: [] },
    {
      hasResolution: true,
      timeEntries: 0,
      incompleteItems: await countIncompleteItems(tx, sourceIds),
      openChildren: children.filter(({ is_closed }) => !is_closed).length,
      ticket: {},
    },
  );
  if (unmet.length > 0)
    throw conflict(`The ticket is closed, and a source is not ready for that: ${unmet.map(({ message }) => message).join('; ')}`, unmet);
}

function assertMergeable(source: TicketRecord | undefined, target: TicketRecord, index: number): void {
  const path = ['source_ticket_ids', index];
  if (source === undefined) throw invalidField(path, 'is not a ticket of this tenant', 'unknown_reference');
  if (source.ticket_id === target.ticket_id) throw invalidField(path, 'is the ticket itself', 'circular_reference');
  if (source.client_id !== target.client_id) throw invalidField(path, 'is a ticket of another client', 'foreign_reference');
  if (source.merged_into !== null)
    throw conflict('A ticket was merged already', { ticket_id: source.ticket_id, merged_into: source.merged_into });
}

async function closeSource(
  tx: Tx,
  source: TicketRecord,
  target: TicketRecord,
  statusId: string | undefined,
  sourceIds: readonly string[],
): Promise<void> {
  const [channel, statuses] = await Promise.all([holdChannel(tx, source.channel_id), findStatuses(tx, source.channel_id)]);
  const closed = statuses.filter(({ is_closed }) => is_closed);
  const status = closed.find(({ status_id }) => status_id === (source.is_closed ? source.status_id : statusId)) ?? closed[0];
  if (status === undefined) throw conflict('The channel of a ticket has no closed status', { ticket_id: source.ticket_id });
  await insertComment(tx, {
    ticket_id: source.ticket_id,
    comment_text: `Merged into ${target.ticket_number}.`,
    is_internal: true,
    author_type: 'system',
    created_by: personOf(tx),
  });
  await writeChanges(
    tx,
    source,
    {
      status_id: status.status_id,
      is_closed: true,
      merged_into: target.ticket_id,
      comment_count: 1,
      public_comment_count: 0,
      ...(source.parent_ticket_id !== null &&
        [target.ticket_id, ...sourceIds].includes(source.parent_ticket_id) && { parent_ticket_id: null }),
    },
    { channel, status, override: { reason: `Merged into ${target.ticket_number}` }, action: 'merged_into' },
  );
}
