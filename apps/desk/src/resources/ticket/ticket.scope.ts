import { notFound } from '@psa/contract-kit';
import { clientScopeOf, type Principal } from '@psa/http-kit';
import type { Db } from '../../desk-app.ts';
import { hiddenChannels } from '../channel/channel-access.ts';
import { findTicket, isPortal, type PortalScope, type TicketRow, type TicketScope } from './ticket.records.ts';

type Caller = Pick<Principal, 'userType' | 'clientId' | 'userId' | 'permissions' | 'actor'>;

/** What somebody of the client portal sees; undefined for staff. */
export function portalScopeOf(principal: Pick<Caller, 'userType' | 'clientId' | 'userId'>): PortalScope | undefined {
  const clientId = clientScopeOf(principal);
  return clientId === undefined ? undefined : { clientId, userId: principal.userId };
}

/**
 * Which tickets a caller sees: people of the portal those of their client, staff all but those of channels that are for other teams.
 * Rules, and who may change the settings of tickets, see all.
 * @returns undefined for all
 */
export async function ticketScopeOf(db: Db, principal: Caller): Promise<TicketScope | undefined> {
  const portal = portalScopeOf(principal);
  if (portal !== undefined) return portal;
  const isPerson = principal.actor.type === 'user' || principal.actor.type === 'api_key';
  if (!isPerson || principal.permissions.has('ticket_settings:update')) return undefined;
  const hidden = await hiddenChannels(db, principal.userId);
  return hidden.length === 0 ? undefined : { hiddenChannels: hidden };
}

function isVisible(row: TicketRow, scope: TicketScope): boolean {
  if (!isPortal(scope)) return !scope.hiddenChannels.includes(row.channel_id);
  if (row.client_id !== scope.clientId) return false;
  return row.portal_visibility === 'client' || (row.portal_visibility === 'own' && row.entered_by === scope.userId);
}

/** A ticket the caller may see. @throws NOT_FOUND */
export async function requireTicket(db: Db, ticketId: string, scope?: TicketScope): Promise<TicketRow> {
  const row = await findTicket(db, ticketId);
  if (row === undefined || (scope !== undefined && !isVisible(row, scope))) throw notFound('Ticket');
  return row;
}

/** Checks that somebody of the staff sees the tickets they change; unknown ones are left to whoever changes them. @throws NOT_FOUND */
export async function assertReach(db: Db, principal: Caller, ...ticketIds: string[]): Promise<void> {
  const scope = await ticketScopeOf(db, principal);
  if (scope === undefined) return;
  for (const id of ticketIds) {
    const row = await findTicket(db, id);
    if (row !== undefined && !isVisible(row, scope)) throw notFound('Ticket');
  }
}
