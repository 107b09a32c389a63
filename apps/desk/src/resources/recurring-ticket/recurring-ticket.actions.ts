import { invalidField, itemRefusal, notFound } from '@psa/contract-kit';
import { type CreateRecurringTicket, recurringTicketEvents, type UpdateRecurringTicket } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { prepareTicket } from '../ticket/ticket.actions.ts';
import type { TicketRecord } from '../ticket/ticket.records.ts';
import { requireReferences } from '../ticket/ticket.references.ts';
import { assertActive, openFromTemplate, ticketOf } from '../ticket-template/ticket-template.actions.ts';
import { findTicketTemplate, holdTicketTemplate } from '../ticket-template/ticket-template.records.ts';
import {
  deleteRecurringTicketRow,
  findRecurringTicket,
  insertRecurringTicket,
  lockRecurringTicket,
  type RecurringTicketRecord,
  updateRecurringTicketRow,
} from './recurring-ticket.records.ts';
import { nextRun } from './recurring-ticket.rules.ts';

/** @throws VALIDATION_ERROR */
export async function createRecurringTicket(db: Db, ports: Ports, input: CreateRecurringTicket): Promise<RecurringTicketRecord> {
  await requireReferences(db, ports, input);
  const now = new Date();
  const recurrence = {
    rrule: input.rrule,
    start_date: input.start_date ?? now.toISOString(),
    end_date: input.end_date ?? null,
    timezone: input.timezone,
  };
  const next_run_at = requireNextRun(recurrence, now);
  return db.transaction(async (tx) => {
    await requireTemplate(tx, input.ticket_template_id);
    const row = await insertRecurringTicket(tx, {
      ...recurrence,
      recurring_ticket_id: uuidv7(),
      name: input.name,
      ticket_template_id: input.ticket_template_id,
      client_id: input.client_id,
      contact_name_id: input.contact_name_id ?? null,
      location_id: input.location_id ?? null,
      assigned_to: input.assigned_to ?? null,
      title: input.title ?? null,
      is_active: input.is_active,
      next_run_at,
      last_run_at: null,
      last_ticket_id: null,
      last_error: null,
    });
    emit(tx, recurringTicketEvents.created, facts(row), row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export async function updateRecurringTicket(
  db: Db,
  ports: Ports,
  id: string,
  input: UpdateRecurringTicket,
  accepted: Accepted,
): Promise<RecurringTicketRecord> {
  const known = await findRecurringTicket(db, id);
  if (known === undefined) throw notFound('Recurring ticket');
  await requireReferences(db, ports, input, known);
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, id, accepted);
    const changes = changedMembers(previous, input) as Partial<RecurringTicketRecord>;
    const changed = Object.keys(changes);
    if (changed.length === 0) return previous;
    if (changes.ticket_template_id !== undefined) await requireTemplate(tx, changes.ticket_template_id);
    const after = { ...previous, ...changes };
    const isResumed = changes.is_active === true;
    const isMoved = ['rrule', 'start_date', 'end_date', 'timezone'].some((member) => changed.includes(member));
    if (isMoved) changes.next_run_at = requireNextRun(after, new Date());
    // What was missed while it was switched off is not made up for.
    else if (isResumed) changes.next_run_at = nextRun(after, new Date());
    const row = await updateRecurringTicketRow(tx, id, changes);
    emit(tx, recurringTicketEvents.updated, { ...facts(row), changed }, row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export function deleteRecurringTicket(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = await lockAccepted(tx, id, accepted);
    await deleteRecurringTicketRow(tx, id);
    emit(tx, recurringTicketEvents.deleted, { recurring_ticket_id: id }, version + 1);
  });
}

/** Opens the ticket beside those of the calendar. @returns its id @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export async function runNow(db: Db, ports: Ports, id: string): Promise<string> {
  const known = await findRecurringTicket(db, id);
  if (known === undefined) throw notFound('Recurring ticket');
  const open = await prepareRun(db, ports, known, new Date());
  return db.transaction(async (tx) => {
    const row = await lockAccepted(tx, id, undefined);
    const ticket = await open(tx);
    await noteRun(tx, row, { last_ticket_id: ticket.ticket_id, last_error: null, last_run_at: new Date().toISOString() });
    return ticket.ticket_id;
  });
}

/**
 * Opens the ticket that is due, exactly once among concurrent workers, and schedules the next one. A refusal is recorded as `last_error`
 * and does not stop the next run.
 */
export async function runDue(db: Db, ports: Ports, id: string, now: Date): Promise<void> {
  const known = await findRecurringTicket(db, id);
  if (known === undefined) return;
  const at = now.toISOString();
  const isDue = ({ is_active, next_run_at }: RecurringTicketRecord) => is_active && next_run_at !== null && next_run_at <= at;
  try {
    const open = await prepareRun(db, ports, known, now);
    await db.transaction(async (tx) => {
      const row = await lockRecurringTicket(tx, id);
      if (row === undefined || !isDue(row)) return;
      const ticket = await open(tx);
      const next = { last_ticket_id: ticket.ticket_id, last_error: null, last_run_at: at, next_run_at: nextRun(row, now) };
      await noteRun(tx, row, next);
    });
  } catch (error) {
    const message = itemRefusal(error).message.slice(0, MAX_MESSAGE);
    await db.transaction(async (tx) => {
      const row = await lockRecurringTicket(tx, id);
      if (row === undefined || !isDue(row)) return;
      const after = await updateRecurringTicketRow(tx, id, { last_error: message, last_run_at: at, next_run_at: nextRun(row, now) });
      emit(tx, recurringTicketEvents.failed, { ...facts(after), message }, after.version);
    });
  }
}

/** Max characters of what is kept of a failure. */
const MAX_MESSAGE = 1000;

/** Checks ahead of the transaction what the ticket refers to. @returns what opens it @throws VALIDATION_ERROR, CONFLICT */
async function prepareRun(db: Db, ports: Ports, row: RecurringTicketRecord, now: Date): Promise<(tx: Tx) => Promise<TicketRecord>> {
  const template = await findTicketTemplate(db, row.ticket_template_id);
  if (template === undefined) throw notFound('Ticket template');
  assertActive(template);
  const { client_id, contact_name_id, location_id, assigned_to, title, recurring_ticket_id } = row;
  const given = { client_id, contact_name_id, location_id, ...(assigned_to && { assigned_to }), ...(title && { title }) };
  const ticket = ticketOf(template, { ...given, source: 'recurring' }, now);
  await prepareTicket(db, ports, ticket);
  const attributes = { ...ticket.attributes, recurring_ticket_id };
  return (tx) => openFromTemplate(tx, template, { ...ticket, attributes });
}

async function noteRun(tx: Tx, { recurring_ticket_id }: RecurringTicketRecord, changes: Partial<RecurringTicketRecord>): Promise<void> {
  const row = await updateRecurringTicketRow(tx, recurring_ticket_id, changes);
  emit(tx, recurringTicketEvents.updated, { ...facts(row), changed: Object.keys(changes) }, row.version);
}

function requireNextRun(recurrence: Parameters<typeof nextRun>[0], now: Date): string {
  const next = nextRun(recurrence, now);
  if (next === null) throw invalidField('rrule', 'has no moment that is still ahead', 'no_occurrence');
  return next;
}

async function requireTemplate(tx: Tx, id: string): Promise<void> {
  if (!(await holdTicketTemplate(tx, id))) throw invalidField('ticket_template_id', 'is not a ticket template', 'unknown_reference');
}

async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<RecurringTicketRecord> {
  const row = await lockRecurringTicket(tx, id);
  if (row === undefined) throw notFound('Recurring ticket');
  demandVersion(accepted, row.version);
  return row;
}

function facts({ recurring_ticket_id, name }: RecurringTicketRecord) {
  return { recurring_ticket_id, name };
}
