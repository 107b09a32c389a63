import { invalidField, notFound } from '@psa/contract-kit';
import { seesEveryChannel } from '@psa/contracts-desk';
import { clientScopeOf, type Principal } from '@psa/http-kit';
import type { Db } from '../../desk-app.ts';
import { hiddenChannels, sharedChannels } from '../channel/channel.access.ts';
import { findReach, findTicket, isPortal, type PortalScope, type TicketReach, type TicketRow, type TicketScope } from './ticket.records.ts';

export type Caller = Pick<Principal, 'userType' | 'clientId' | 'userId' | 'permissions' | 'actor'>;

/** What somebody of the client portal has to do with; undefined for staff. */
export function portalScopeOf(principal: Pick<Caller, 'userType' | 'clientId' | 'userId'>): PortalScope | undefined {
  const clientId = clientScopeOf(principal);
  return clientId === undefined ? undefined : { clientId, userId: principal.userId, sharedChannels: [] };
}

/**
 * Which tickets a caller sees: people of the portal those of their client, staff all but those of channels that are for other teams.
 * Rules, and who may change the settings of tickets, see all.
 * @returns undefined for all
 */
export async function ticketScopeOf(db: Db, principal: Caller): Promise<TicketScope | undefined> {
  const portal = portalScopeOf(principal);
  if (portal !== undefined) return { ...portal, sharedChannels: await sharedChannels(db) };
  if (seesEveryChannel(principal)) return undefined;
  const hidden = await hiddenChannels(db, principal.userId);
  return hidden.length === 0 ? undefined : { hiddenChannels: hidden };
}

/** Channels whose tickets a member of staff does not see, and neither what belongs to them or they are made from. */
export async function hiddenChannelsOf(db: Db, principal: Caller): Promise<readonly string[]> {
  const scope = await ticketScopeOf(db, principal);
  return scope === undefined || isPortal(scope) ? [] : scope.hiddenChannels;
}

type Reach = Pick<TicketReach, 'client_id' | 'channel_id' | 'entered_by' | 'portal_visibility'>;

function isVisible(row: Reach, scope: TicketScope): boolean {
  if (!isPortal(scope)) return !scope.hiddenChannels.includes(row.channel_id);
  if (row.client_id !== scope.clientId || row.portal_visibility === 'none') return false;
  return row.portal_visibility !== 'own' || row.entered_by === scope.userId;
}

/** Whether a caller may read a ticket, which is more than being able to answer it where all are shown. */
function isReadable(row: Reach, scope: TicketScope | undefined): boolean {
  if (scope === undefined || isVisible(row, scope)) return true;
  return isPortal(scope) && scope.sharedChannels.includes(row.channel_id);
}

/** Whether somebody of the portal reads a ticket of others: nothing tells who they are. */
export function isOfOthers(row: Pick<TicketReach, 'client_id'>, scope: TicketScope | undefined): boolean {
  return isPortal(scope) && row.client_id !== scope.clientId;
}

/** A ticket the caller may read. @throws NOT_FOUND */
export async function requireTicket(db: Db, ticketId: string, scope?: TicketScope): Promise<TicketRow> {
  const row = await findTicket(db, ticketId);
  if (row === undefined || !isReadable(reachOf(row), scope)) throw notFound('Ticket');
  return row;
}

function reachOf({ client_id, channel_id, entered_by, names }: TicketRow): Reach {
  return { client_id, channel_id, entered_by, portal_visibility: names.portal_visibility };
}

/** What tells who sees a ticket; undefined unless the caller may read it. */
export async function findReadable(db: Db, ticketId: string, scope?: TicketScope): Promise<TicketReach | undefined> {
  const [row] = await findReach(db, [ticketId]);
  return row !== undefined && isReadable(row, scope) ? row : undefined;
}

/** What tells who sees a ticket, if the caller may read it. @throws NOT_FOUND */
export async function readableTicket(db: Db, ticketId: string, scope?: TicketScope): Promise<TicketReach> {
  const row = await findReadable(db, ticketId, scope);
  if (row === undefined) throw notFound('Ticket');
  return row;
}

/** That of a ticket the caller has to do with: may answer, if they may write at all. @throws NOT_FOUND */
export async function reachTicket(db: Db, ticketId: string, scope?: TicketScope): Promise<TicketReach> {
  const [row] = await findReach(db, [ticketId]);
  if (row === undefined || (scope !== undefined && !isVisible(row, scope))) throw notFound('Ticket');
  return row;
}

/** The tickets that exist and that the caller may not see. */
export async function unseenTickets(db: Db, principal: Caller, ticketIds: readonly string[]): Promise<Set<string>> {
  const scope = ticketIds.length === 0 ? undefined : await ticketScopeOf(db, principal);
  if (scope === undefined) return new Set();
  const rows = await findReach(db, ticketIds);
  return new Set(rows.filter((row) => !isVisible(row, scope)).map(({ ticket_id }) => ticket_id));
}

/**
 * Asserts that the caller may see a ticket that a body refers to. An unknown ticket passes: whoever looks it up refuses it.
 * @throws VALIDATION_ERROR naming the field
 */
export async function assertSeen(db: Db, principal: Caller, field: string, ticketId: string | null | undefined): Promise<void> {
  if (ticketId && (await unseenTickets(db, principal, [ticketId])).size > 0)
    throw invalidField(field, 'is not a ticket of this tenant', 'unknown_reference');
}

/** Checks that somebody of the staff sees the tickets they change; unknown ones are left to whoever changes them. @throws NOT_FOUND */
export async function assertReach(db: Db, principal: Caller, ...ticketIds: string[]): Promise<void> {
  if ((await unseenTickets(db, principal, ticketIds)).size > 0) throw notFound('Ticket');
}
