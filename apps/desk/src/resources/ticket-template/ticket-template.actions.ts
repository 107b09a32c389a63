import { ApiError, assertNoDependencies, conflict, dependency, invalidField, type Issue, notFound } from '@psa/contract-kit';
import {
  type CreateTicketTemplate,
  type TemplateTicket,
  type TicketTemplate,
  ticketTemplateEvents,
  type UpdateTicketTemplate,
  type UseTicketTemplate,
} from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, ExternalIds, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { holdChannel } from '../channel/channel.records.ts';
import { type NewTicket, type Opening, openTicket, prepareTicket } from '../ticket/ticket.actions.ts';
import type { TicketRecord } from '../ticket/ticket.records.ts';
import { channelOf, holdPriority, holdStatus, requireCategories, requireReferences } from '../ticket/ticket.references.ts';
import {
  countRecurringTickets,
  deleteTicketTemplateRow,
  findTicketTemplate,
  insertTicketTemplate,
  lockTicketTemplate,
  type TicketTemplateRecord,
  updateTicketTemplateRow,
} from './ticket-template.records.ts';

const externalIds = new ExternalIds('tickets');

/** @throws VALIDATION_ERROR for what its tickets could not have, CONFLICT when the name is taken */
export async function createTicketTemplate(db: Db, ports: Ports, input: CreateTicketTemplate): Promise<TicketTemplateRecord> {
  await withinTicket(requireReferences(db, ports, input.ticket));
  return db.transaction(async (tx) => {
    await withinTicket(assertUsable(tx, input.ticket));
    const row = await insertTicketTemplate(tx, {
      ticket_template_id: uuidv7(),
      name: input.name,
      notes: input.notes ?? null,
      is_active: input.is_active,
      ticket: JSON.stringify(input.ticket),
      checklist: JSON.stringify(input.checklist),
    }).catch(nameTaken);
    emit(tx, ticketTemplateEvents.created, facts(row), row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when the name is taken */
export async function updateTicketTemplate(
  db: Db,
  ports: Ports,
  id: string,
  input: UpdateTicketTemplate,
  accepted: Accepted,
): Promise<TicketTemplateRecord> {
  if (input.ticket !== undefined) await withinTicket(requireReferences(db, ports, input.ticket));
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, id, accepted);
    const changes = changedMembers(previous, input);
    const changed = Object.keys(changes);
    if (changed.length === 0) return previous;
    if (input.ticket !== undefined) await withinTicket(assertUsable(tx, input.ticket));
    const { ticket, checklist, ...plain } = changes;
    const row = await updateTicketTemplateRow(tx, id, {
      ...(plain as Pick<TicketTemplateRecord, 'name' | 'notes' | 'is_active'>),
      ...(ticket !== undefined && { ticket: JSON.stringify(ticket) }),
      ...(checklist !== undefined && { checklist: JSON.stringify(checklist) }),
    }).catch(nameTaken);
    emit(tx, ticketTemplateEvents.updated, { ...facts(row), changed }, row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while recurring tickets use it */
export function deleteTicketTemplate(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = await lockAccepted(tx, id, accepted);
    const uses = await countRecurringTickets(tx, id);
    assertNoDependencies('template', [dependency('recurring_ticket', uses, 'recurring ticket', 'recurring tickets')]);
    await deleteTicketTemplateRow(tx, id);
    emit(tx, ticketTemplateEvents.deleted, { ticket_template_id: id }, version + 1);
  });
}

/** Opens a ticket from a template. @returns its id @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when the template is not active */
export async function useTicketTemplate(db: Db, ports: Ports, id: string, input: UseTicketTemplate): Promise<string> {
  const template = await findTicketTemplate(db, id);
  if (template === undefined) throw notFound('Ticket template');
  assertActive(template);
  const ticket = ticketOf(template, input);
  await prepareTicket(db, ports, ticket);
  return db.transaction(async (tx) => {
    const { ticket_id } = await openFromTemplate(tx, template, ticket);
    await externalIds.add(tx, ticket_id, input.external_ids ?? []);
    return ticket_id;
  });
}

/** @throws CONFLICT when the template is not active */
export function assertActive({ is_active }: Pick<TicketTemplateRecord, 'is_active'>): void {
  if (!is_active) throw conflict('The template is not active');
}

/** What a ticket of the template has: what is given goes before what the template says. @throws VALIDATION_ERROR without a title */
export function ticketOf(template: Pick<TicketTemplate, 'ticket'>, input: UseTicketTemplate, now = new Date()): NewTicket {
  const { due_in_minutes, ...standard } = template.ticket as TemplateTicket;
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as UseTicketTemplate;
  // Another channel has statuses and categories of its own.
  const isElsewhere = channelOf(given) !== undefined && channelOf(given) !== channelOf(standard);
  const { status_id, status, category_id, subcategory_id, channel_id, board_id, ...anywhere } = standard;
  const here = isElsewhere ? {} : { status_id, status, category_id, subcategory_id, channel_id, board_id };
  const title = given.title ?? standard.title;
  if (title === undefined) throw invalidField('title', 'is required: the template has none', 'required');
  const due_date =
    given.due_date === undefined && typeof due_in_minutes === 'number'
      ? new Date(now.getTime() + due_in_minutes * 60_000).toISOString()
      : given.due_date;
  return { ...anywhere, ...here, ...given, title, due_date };
}

/** Opens a ticket with the checklist of its template; its references were checked. */
export async function openFromTemplate(
  tx: Tx,
  { ticket_template_id, checklist }: Pick<TicketTemplateRecord, 'ticket_template_id' | 'checklist'>,
  ticket: NewTicket,
  opening: Opening = {},
): Promise<TicketRecord> {
  return openTicket(tx, { ...ticket, attributes: { ...ticket.attributes, ticket_template_id } }, { ...opening, checklist });
}

/** Checks what a template refers to in this service. @throws VALIDATION_ERROR */
async function assertUsable(tx: Tx, ticket: TemplateTicket): Promise<void> {
  const channelId = channelOf(ticket);
  const status = ticket.status_id ?? ticket.status;
  const { category_id = null, subcategory_id = null } = ticket;
  if (channelId !== undefined) {
    const channel = await holdChannel(tx, channelId);
    if (status !== undefined) await holdStatus(tx, channel.channel_id, status, ticket.status_id === undefined ? 'status' : 'status_id');
    await requireCategories(tx, channelId, { category_id, subcategory_id });
  } else if (status !== undefined || category_id !== null || subcategory_id !== null)
    throw invalidField('channel_id', 'is required for a status or a category', 'required');
  const priority = ticket.priority_id ?? ticket.priority;
  if (priority !== undefined) await holdPriority(tx, priority, ticket.priority_id === undefined ? 'priority' : 'priority_id');
}

/** Names what is wrong by its path within the body. */
async function withinTicket(check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR' || !Array.isArray(error.details)) throw error;
    const issues = (error.details as Issue[]).map((issue) => ({ ...issue, path: ['ticket', ...issue.path] }));
    throw new ApiError('VALIDATION_ERROR', error.message, issues);
  }
}

async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<TicketTemplateRecord> {
  const row = await lockTicketTemplate(tx, id);
  if (row === undefined) throw notFound('Ticket template');
  demandVersion(accepted, row.version);
  return row;
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'ticket_templates_name')) throw error;
  throw conflict('A template of this name exists already', [
    { code: 'duplicate', path: ['name'], message: 'is the name of another template' },
  ]);
}

function facts({ ticket_template_id, name }: TicketTemplateRecord) {
  return { ticket_template_id, name };
}
