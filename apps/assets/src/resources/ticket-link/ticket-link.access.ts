import { ApiError, notFound } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../assets-app.ts';
import { requireTicket, ticketReplica } from '../../replicas/ticket-replica.ts';

type Caller = Pick<Principal, 'userId' | 'permissions' | 'actor'>;

/**
 * Channels whose tickets a caller does not see. Call it outside of a transaction: the desk may have to be asked.
 * @throws SERVICE_UNAVAILABLE when the desk does not answer. Where the product runs without a desk service, no copies of tickets are here
 */
export async function hiddenChannels(db: Db, { ticketChannels }: Pick<Ports, 'ticketChannels'>, caller: Caller): Promise<string[]> {
  const hidden = await ticketChannels.hiddenFrom(db.context, caller);
  if (hidden !== undefined) return [...hidden];
  const copy = await db.selectFrom('ticket_replicas').select('ticket_id').limit(1).executeTakeFirst();
  if (copy === undefined) return [];
  throw new ApiError('SERVICE_UNAVAILABLE', 'The desk service, which knows who sees which tickets, did not answer');
}

/**
 * Checks that a ticket is none of those that are hidden from a caller; whether it is there at all is not looked at. Before any transaction.
 * @throws NOT_FOUND
 */
export async function assertNotHidden(db: Db, ports: Pick<Ports, 'ticketChannels'>, caller: Caller, ticketId: string): Promise<void> {
  const hidden = await hiddenChannels(db, ports, caller);
  if (hidden.length === 0) return;
  const channelId = (await ticketReplica.find(db, ticketId))?.channel_id;
  if (channelId && hidden.includes(channelId)) throw notFound('Ticket');
}

/** Checks that a ticket is there and that a caller sees it, before any transaction. @throws NOT_FOUND */
export async function requireVisibleTicket(db: Db, ports: Ports, caller: Caller, ticketId: string): Promise<void> {
  await requireTicket(db, ports.tickets, ticketId);
  await assertNotHidden(db, ports, caller, ticketId);
}
