import { notFound } from '@psa/contract-kit';
import { clientScopeOf, type Principal } from '@psa/http-kit';
import type { Db } from '../../desk-app.ts';
import { findTicket, type PortalScope, type TicketRow } from './ticket.records.ts';

export function portalScopeOf(principal: Pick<Principal, 'userType' | 'clientId' | 'userId'>): PortalScope | undefined {
  const clientId = clientScopeOf(principal);
  return clientId === undefined ? undefined : { clientId, userId: principal.userId };
}

function isVisible(row: TicketRow, { clientId, userId }: PortalScope): boolean {
  if (row.client_id !== clientId) return false;
  return row.portal_visibility === 'client' || (row.portal_visibility === 'own' && row.entered_by === userId);
}

/** A ticket the caller may see. @throws NOT_FOUND */
export async function requireTicket(db: Db, ticketId: string, scope?: PortalScope): Promise<TicketRow> {
  const row = await findTicket(db, ticketId);
  if (row === undefined || (scope !== undefined && !isVisible(row, scope))) throw notFound('Ticket');
  return row;
}
