import { ApiError, assertNoDependencies, conflict, dependency, invalidField, isUuid, notFound } from '@psa/contract-kit';
import { type CloseTicket, ticketEvents, type UpdateTicket } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import { changedMembers, together } from '@psa/postgres-kit';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { type ChannelRecord, holdChannel } from '../channel/channel.records.ts';
import { removeTagsOf, syncTags } from '../tag/sync-tags.actions.ts';
import { addNote, writeComment } from './ticket-comment/write-comment.actions.ts';
import { findStatuses, type TicketStatusRecord } from '../ticket-status/ticket-status.records.ts';
import { deleteDocumentsOf } from './ticket-document/ticket-document.records.ts';
import { settleMissed } from './ticket-sla/missed-targets.actions.ts';
import { assertCloseable } from './close-ticket.actions.ts';
import { personOf } from './acting-person.ts';
import {
  addHistory,
  type CountedTicket,
  deleteTicketRow,
  findTicket,
  lockTicket,
  type TicketChanges,
  type TicketRecord,
  updateCountedTicket,
} from './ticket.records.ts';
import { channelOf, holdPriority, holdStatus, requireCategories, requireParent, requireReferences } from './ticket.references.ts';
import { isPausing, nextClocks } from './sla.rules.ts';
import type { Notifies } from './ticket.tables.ts';
import { factsOf } from './ticket.view.ts';

/** Whether the closing rules are passed over, and why. */
export interface Override {
  readonly reason: string;
}

/** @throws VALIDATION_ERROR without a reason, FORBIDDEN without `ticket:close_override` */
export function overrideOf(
  { override_close_rules, override_close_rules_reason: reason }: Pick<UpdateTicket, 'override_close_rules' | 'override_close_rules_reason'>,
  { permissions }: Pick<Principal, 'permissions'>,
): Override | undefined {
  if (override_close_rules !== true) return undefined;
  if (!permissions.has('ticket:close_override')) throw new ApiError('FORBIDDEN', 'Permission denied: Cannot close_override ticket');
  if (reason === undefined) throw invalidField('override_close_rules_reason', 'is required', 'required');
  return { reason };
}

interface Suppression {
  readonly suppressContactNotifications?: boolean | undefined;
  readonly suppressInternalNotifications?: boolean | undefined;
}

/** @throws VALIDATION_ERROR: staff alone cannot be left out */
export function assertSuppression(body: Suppression): void {
  if (body.suppressInternalNotifications === true && body.suppressContactNotifications !== true)
    throw invalidField('suppressInternalNotifications', 'needs suppressContactNotifications');
}

/** Whom a body wants told of what it does. */
export function notifiesOf(body: Suppression): Notifies {
  if (body.suppressInternalNotifications === true) return 'nobody';
  return body.suppressContactNotifications === true ? 'staff' : 'everyone';
}

/**
 * Changes a ticket.
 * @returns the ticket, unless it stayed as it was or was changed once more
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when closing rules are not met or it was merged
 */
export async function updateTicket(
  db: Db,
  ports: Ports,
  ticketId: string,
  input: UpdateTicket,
  { accepted, override }: { accepted?: Accepted; override?: Override | undefined } = {},
): Promise<CountedTicket | undefined> {
  assertSuppression(input);
  return db.transaction((tx) =>
    changeTicket(tx, ticketId, input, accepted, override, (previous) => requireReferences(tx, ports, input, previous)),
  );
}

/** Closes a ticket. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT */
export function closeTicket(db: Db, ticketId: string, input: CloseTicket, accepted?: Accepted, override?: Override): Promise<void> {
  assertSuppression(input);
  return db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (ticket === undefined) throw notFound('Ticket');
    demandVersion(accepted, ticket.version);
    const statuses = await findStatuses(tx, ticket.channel_id);
    const reference = input.status_id ?? input.status;
    const status =
      reference === undefined
        ? (statuses.find(({ status_id, is_closed }) => is_closed && status_id === ticket.status_id) ??
          statuses.find(({ is_closed }) => is_closed))
        : statuses.find(({ status_id, name }) =>
            isUuid(reference) ? status_id === reference.toLowerCase() : name.toLowerCase() === reference.toLowerCase(),
          );
    if (status?.is_closed !== true)
      throw invalidField(
        input.status_id === undefined && input.status !== undefined ? 'status' : 'status_id',
        'is not a closed status of the channel',
        'unknown_reference',
      );
    if (input.resolution !== undefined) {
      assertNotMerged(ticket);
      await writeComment(tx, ticket, {
        comment_text: input.resolution,
        is_internal: false,
        is_resolution: true,
        author_type: 'internal',
        created_by: personOf(tx),
        notifies: notifiesOf(input),
      });
    }
    const { notes, suppressContactNotifications, suppressInternalNotifications } = input;
    const change = { status_id: status.status_id, notes, suppressContactNotifications, suppressInternalNotifications };
    await changeTicket(tx, ticketId, change, undefined, override);
  });
}

export function assertNotMerged({ merged_into }: Pick<TicketRecord, 'merged_into'>): void {
  if (merged_into !== null) throw conflict('The ticket was merged into another one', { merged_into });
}

/**
 * Changes a ticket.
 * @param check of its references to other services, where those may change
 * @returns the ticket, unless it stayed as it was or was changed once more
 */
export async function changeTicket(
  tx: Tx,
  ticketId: string,
  input: UpdateTicket,
  accepted?: Accepted,
  override?: Override,
  check: (previous: TicketRecord) => Promise<void> = async () => {},
): Promise<CountedTicket | undefined> {
  const previous = await lockTicket(tx, ticketId);
  if (previous === undefined) throw notFound('Ticket');
  demandVersion(accepted, previous.version);
  const channelId = channelOf(input) ?? previous.channel_id;
  const statusReference = input.status_id ?? input.status;
  const statusField = input.status_id === undefined ? 'status' : 'status_id';
  const holdNextStatus = async () => {
    if (channelId !== previous.channel_id && statusReference === undefined)
      throw invalidField('status_id', 'is required when the channel changes', 'required');
    return holdStatus(tx, channelId, statusReference ?? previous.status_id, statusField);
  };
  assertKept(previous, input);
  const priorityReference = input.priority_id ?? input.priority;
  const priorityField = input.priority_id ? 'priority_id' : 'priority';
  const [, channel, status, priority_id] = await together(
    check(previous),
    holdChannel(tx, channelId),
    holdNextStatus(),
    priorityReference === undefined ? Promise.resolve(previous.priority_id) : holdPriority(tx, priorityReference, priorityField),
  );
  const next = {
    ...plainMembers(input, previous),
    channel_id: channelId,
    status_id: status.status_id,
    is_closed: status.is_closed,
    // Who sets such a status waits for the client, whoever wrote last.
    ...(input.response_state === undefined &&
      status.pauses_sla &&
      status.status_id !== previous.status_id && { response_state: 'awaiting_client' }),
    priority_id,
  };
  const changes = changedMembers(previous, next);
  const changed = Object.keys(changes);
  if (changed.length === 0 && input.notes === undefined) return undefined;
  assertNotMerged(previous);
  if (changes.category_id !== undefined || changes.subcategory_id !== undefined || changes.channel_id !== undefined)
    await requireCategories(tx, channelId, { ...previous, ...changes } as TicketRecord);
  if (changes.parent_ticket_id) await requireParent(tx, ticketId, changes.parent_ticket_id);
  const row =
    changed.length === 0
      ? undefined
      : await writeChanges(tx, previous, changes, { channel, status, override, notifies: notifiesOf(input) });
  if (changes.tags !== undefined) await syncTags(tx, 'ticket', ticketId, changes.tags);
  if (input.notes === undefined) return row;
  await addNote(tx, row ?? previous, input.notes);
  return undefined;
}

/** Sets the tags of a ticket, of a merged one too: a tag that is renamed or taken off is so everywhere. @throws NOT_FOUND */
export async function retagTicket(tx: Tx, ticketId: string, tags: string[]): Promise<void> {
  const previous = await lockTicket(tx, ticketId);
  if (previous === undefined) throw notFound('Ticket');
  const changes = changedMembers(previous, { tags });
  if (changes.tags === undefined) return;
  const { channel_id, status_id } = previous;
  const [channel, status] = await together(holdChannel(tx, channel_id), holdStatus(tx, channel_id, status_id));
  await writeChanges(tx, previous, changes, { channel, status });
  await syncTags(tx, 'ticket', ticketId, tags);
}

/** Has a ticket, a merged one too, name the contact that its own was merged into. Nobody is told by mail. */
export async function replaceTicketContact(tx: Tx, ticketId: string, from: string, to: string): Promise<void> {
  const previous = await lockTicket(tx, ticketId);
  if (previous?.contact_name_id !== from) return;
  const { channel_id, status_id } = previous;
  const [channel, status] = await together(holdChannel(tx, channel_id), holdStatus(tx, channel_id, status_id));
  await writeChanges(tx, previous, { contact_name_id: to }, { channel, status, notifies: 'nobody' });
}

/** A ticket that came by mail may have neither; one that has them keeps them. @throws VALIDATION_ERROR */
function assertKept(previous: TicketRecord, input: UpdateTicket): void {
  for (const member of ['client_id', 'priority_id'] as const)
    if (input[member] === null && previous[member] !== null) throw invalidField(member, 'must not be null');
}

/** Members that are taken over as they are. */
function plainMembers(input: UpdateTicket, previous: TicketRecord) {
  const { description: kept, ...attributes } = input.attributes ?? {};
  const inAttributes = typeof kept === 'string' && input.description === undefined ? kept : undefined;
  return {
    title: input.title,
    description: input.description === undefined ? inAttributes : input.description,
    url: input.url,
    client_id: input.client_id,
    location_id: input.location_id,
    contact_name_id: input.contact_name_id,
    category_id: input.category_id,
    // What lies in another category goes with it.
    subcategory_id:
      input.subcategory_id === undefined && input.category_id !== undefined && input.category_id !== previous.category_id
        ? null
        : input.subcategory_id,
    assigned_to: input.assigned_to,
    assigned_team_id: input.assigned_team_id,
    parent_ticket_id: input.parent_ticket_id,
    response_state: input.response_state,
    due_date: input.due_date,
    tags: input.tags,
    attributes: input.attributes === undefined ? undefined : attributes,
  };
}

interface Target {
  readonly channel: ChannelRecord;
  readonly status: TicketStatusRecord;
  readonly override?: Override | undefined;
  /** Tells of the change as something else than an update. */
  readonly action?: string;
  readonly notifies?: Notifies;
}

/** Writes changes of a locked ticket with what follows from them, its history and its events. */
export async function writeChanges(
  tx: Tx,
  before: TicketRecord,
  changes: Partial<Record<keyof TicketRecord, unknown>>,
  { channel, status, override, action = 'updated', notifies = 'everyone' }: Target,
): Promise<CountedTicket> {
  const now = new Date().toISOString();
  const { is_closed } = status;
  const pauses = isPausing(status, { ...before, ...changes } as TicketRecord);
  const previous = is_closed || pauses ? await settleMissed(tx, before, now) : before;
  const after = { ...previous, ...changes } as TicketRecord;
  if (is_closed && !previous.is_closed && override === undefined) await assertCloseable(tx, channel.close_rules, after);
  const clocks = nextClocks(channel, previous, now, {
    entered_at: previous.entered_at,
    priority_id: after.priority_id,
    isPausing: pauses,
    isClosed: is_closed,
  });
  const { attributes, ...plain } = changes;
  const row = await updateCountedTicket(tx, previous, {
    ...(plain as TicketChanges),
    ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
    ...clocks,
    updated_by: personOf(tx),
    ...(is_closed !== previous.is_closed && { closed_at: is_closed ? now : null, closed_by: is_closed ? personOf(tx) : null }),
  });
  const told = Object.keys(changes).filter((member) => member !== 'is_closed');
  addHistory(
    tx,
    row.ticket_id,
    action,
    Object.fromEntries(
      told.map((member) => [member, { previous: previous[member as keyof TicketRecord], new: changes[member as keyof TicketRecord] }]),
    ),
    override?.reason ?? null,
  );
  publish(tx, previous, row, status.name, { changed: told, ...toldOf(notifies) });
  return row;
}

function toldOf(notifies: Notifies) {
  if (notifies === 'everyone') return {};
  return { suppress_contact_notifications: true, suppress_internal_notifications: notifies === 'nobody' };
}

interface Told {
  readonly changed: string[];
  readonly suppress_contact_notifications?: boolean;
  readonly suppress_internal_notifications?: boolean;
}

function publish(tx: Tx, previous: TicketRecord, row: TicketRecord, statusName: string, told: Told): void {
  const facts = factsOf(row, statusName);
  emit(tx, ticketEvents.updated, { ...facts, ...told }, row.version);
  if (row.status_id !== previous.status_id)
    emit(tx, ticketEvents.statusChanged, { ...facts, previous_status_id: previous.status_id }, row.version);
  if (row.assigned_to !== previous.assigned_to)
    emit(tx, ticketEvents.assigned, { ...facts, previous_assigned_to: previous.assigned_to }, row.version);
  if (row.is_closed !== previous.is_closed) emit(tx, row.is_closed ? ticketEvents.closed : ticketEvents.reopened, facts, row.version);
}

/**
 * Deletes a ticket with its comments and documents. Other services are asked before the transaction, which must not hold a lock while it waits.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while others refer to it, SERVICE_UNAVAILABLE when that cannot be found out
 */
export async function deleteTicket(db: Db, ports: Ports, ticketId: string, accepted?: Accepted): Promise<void> {
  if ((await findTicket(db, ticketId)) === undefined) throw notFound('Ticket');
  const [uses, assets] = await Promise.all([
    ports.timeEntries.countUses(db.context, 'ticket', [ticketId]),
    ports.assets.countOfTicket(db.context, ticketId),
  ]);
  await db.transaction(async (tx) => {
    const row = await lockTicket(tx, ticketId);
    if (row === undefined) throw notFound('Ticket');
    demandVersion(accepted, row.version);
    const count = async (table: 'ticket_time_entries' | 'project_ticket_links' | 'tickets', column: string, live: boolean) => {
      const rows = await tx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('found'))
        .where(column as never, '=', ticketId as never)
        .$if(live, (found) => found.where('is_deleted' as never, '=', false as never))
        .executeTakeFirstOrThrow();
      return (rows as { found: number }).found;
    };
    const [entries, links, children, merged] = await Promise.all([
      count('ticket_time_entries', 'ticket_id', true),
      count('project_ticket_links', 'ticket_id', false),
      count('tickets', 'parent_ticket_id', false),
      count('tickets', 'merged_into', false),
    ]);
    assertNoDependencies('ticket', [
      dependency('time_entry', Math.max(entries, uses.time_entries), 'time entry', 'time entries'),
      dependency('schedule_entry', uses.schedule_entries, 'schedule entry', 'schedule entries'),
      dependency('asset', assets, 'linked asset', 'linked assets'),
      dependency('project', links, 'project link', 'project links'),
      dependency('ticket', children + merged, 'ticket that is a part of it', 'tickets that are a part of it'),
    ]);
    await removeTagsOf(tx, 'ticket', [ticketId]);
    for (const documentId of await deleteDocumentsOf(tx, ticketId)) await ports.documents.release(tx, documentId);
    await deleteTicketRow(tx, row);
    emit(tx, ticketEvents.deleted, { ticket_id: ticketId, channel_id: row.channel_id }, row.version + 1);
  });
}
