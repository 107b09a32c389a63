import { notFound } from '@psa/contract-kit';
import { statement } from '@psa/postgres-kit';
import type { Db } from '../assets-app.ts';
import type { TicketDirectory, TicketFacts } from '../ports/ticket-directory.ts';
import type { Tables } from '../tables.ts';

const findStatement = statement<Tables>()((db, p: { ticket_id: string }) =>
  db.selectFrom('ticket_replicas').select('is_deleted').where('ticket_id', '=', p.ticket_id),
);

/**
 * Checks that a ticket exists. Where the product runs without a desk service, any id will do.
 * @param tickets asked only when no copy is here
 * @throws NOT_FOUND
 */
export async function requireTicket(db: Db, tickets: TicketDirectory, ticketId: string): Promise<void> {
  const known = await db.first(findStatement, { ticket_id: ticketId });
  if (known?.is_deleted === true) throw notFound('Ticket');
  if (known !== undefined) return;
  const facts = await tickets.find(db.context, ticketId);
  if (facts === null) throw notFound('Ticket');
  if (facts !== 'unavailable') await keepTicket(db, facts);
}

/** Takes over a fact about a ticket unless a newer one is known. */
export async function keepTicket(db: Db, fact: TicketFacts): Promise<void> {
  const {
    ticket_id,
    ticket_number,
    title,
    status_id,
    status_name,
    is_closed,
    priority_id,
    assigned_to,
    client_id,
    channel_id,
    entered_at,
    updated_at,
    version,
  } = fact;
  const known = {
    ticket_number,
    title,
    status_id,
    status_name,
    is_closed,
    priority_id,
    assigned_to,
    client_id,
    channel_id,
    entered_at,
    updated_at,
    is_deleted: false,
    version,
  };
  await db
    .insertInto('ticket_replicas')
    .values({ ticket_id, ...known })
    .onConflict((conflict) => conflict.columns(['tenant', 'ticket_id']).doUpdateSet(known).where('ticket_replicas.version', '<', version))
    .execute();
}

/** Remembers that a ticket is gone, so that an older event does not bring it back. */
export async function forgetTicket(db: Db, ticketId: string, version: number): Promise<void> {
  await db
    .insertInto('ticket_replicas')
    .values({ ticket_id: ticketId, is_closed: true, is_deleted: true, version })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'ticket_id']).doUpdateSet({ is_deleted: true, version }).where('ticket_replicas.version', '<', version),
    )
    .execute();
}
