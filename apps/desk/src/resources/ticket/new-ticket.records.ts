import { addToRowCount, statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../desk-app.ts';
import type { Tables } from '../../tables.ts';
import { addToFigures } from '../figure/figure.records.ts';
import { sharesOf } from './ticket-figures.records.ts';
import { countedOf, type CountedTicket, findCountedTicket } from './ticket.records.ts';
import type { TicketsTable } from './ticket.tables.ts';

const FIRST_NUMBER = 1001;

const nextNumberStatement = statement<Tables>()((db, _: object) =>
  db
    .insertInto('ticket_sequences')
    .values({ name: 'ticket', prefix: 'TIC', padding_length: 6, last_number: FIRST_NUMBER })
    .onConflict((row) => row.columns(['tenant', 'name']).doUpdateSet({ last_number: sql`ticket_sequences.last_number + 1` }))
    .returning(['prefix', 'padding_length', 'last_number']),
);

/** The next number; its row is locked until the transaction ends, so that a number is never given twice. */
export async function nextTicketNumber(tx: Tx): Promise<string> {
  const { prefix, padding_length, last_number } = (await tx.first(nextNumberStatement, {}))!;
  return prefix + String(last_number).padStart(padding_length, '0');
}

/** All of a new ticket but its version, which is the first. */
export type TicketWrite = Required<Omit<Insertable<TicketsTable>, 'tenant' | 'version'>>;

/** What becomes of a ticket later. */
export const UNTOUCHED = {
  first_response_at: null,
  response_breached_at: null,
  resolution_breached_at: null,
  update_since: null,
  update_breached_at: null,
  comment_count: 0,
  public_comment_count: 0,
} as const satisfies Partial<TicketWrite>;

/** Every column of a new ticket: one that is left out does not compile. */
const WRITTEN: Readonly<Record<keyof TicketWrite, true>> = {
  ticket_id: true,
  ticket_number: true,
  title: true,
  description: true,
  url: true,
  channel_id: true,
  client_id: true,
  location_id: true,
  contact_name_id: true,
  status_id: true,
  priority_id: true,
  category_id: true,
  subcategory_id: true,
  assigned_to: true,
  assigned_team_id: true,
  parent_ticket_id: true,
  merged_into: true,
  related_ticket_id: true,
  source: true,
  attributes: true,
  tags: true,
  flags: true,
  response_state: true,
  due_date: true,
  is_closed: true,
  response_due_at: true,
  resolution_due_at: true,
  first_response_at: true,
  sla_paused_since: true,
  sla_paused_minutes: true,
  response_breached_at: true,
  resolution_breached_at: true,
  update_since: true,
  update_paused_minutes: true,
  update_due_at: true,
  update_breached_at: true,
  comment_count: true,
  public_comment_count: true,
  entered_by: true,
  entered_at: true,
  updated_by: true,
  updated_at: true,
  closed_by: true,
  closed_at: true,
};

const insertion = (db: TenantBuilder<Tables>, p: TicketWrite) => {
  const values = Object.fromEntries(Object.keys(WRITTEN).map((column) => [column, p[column as keyof TicketWrite]]));
  return db.insertInto('tickets').values(values as unknown as TicketWrite);
};

const insertStatement = statement<Tables>()((db, p: TicketWrite) => insertion(db, p).returning('ticket_id'));
const insertCountedStatement = statement<Tables>()((db, p: TicketWrite & { tenant: string }) =>
  insertion(db, p).returningAll().returning(countedOf(p.tenant)),
);

export async function insertTicket(tx: Tx, ticket: TicketWrite): Promise<CountedTicket> {
  const row = await insertedTicket(tx, ticket);
  addToRowCount(tx, 'tickets', 1);
  addToFigures(tx, 'ticket', sharesOf(row));
  return row;
}

async function insertedTicket(tx: Tx, ticket: TicketWrite): Promise<CountedTicket> {
  const { tenant } = tx;
  if (tx.insertsAndReads) return (await tx.first(insertCountedStatement, { ...ticket, tenant }))!;
  await tx.first(insertStatement, ticket);
  return (await findCountedTicket(tx, ticket.ticket_id))!;
}
