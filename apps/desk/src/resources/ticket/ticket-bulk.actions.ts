import { itemRefusal, notFound } from '@psa/contract-kit';
import type { BulkUpdateTickets } from '@psa/contracts-desk';
import type { Db, Ports } from '../../desk-app.ts';
import { type Override, updateTicket } from './ticket-change.actions.ts';

export interface BulkResult {
  ticket_id: string;
  success: boolean;
  code?: string;
  message?: string;
}

/**
 * Changes tickets one by one; each stands or falls by itself.
 * @param unseen tickets that the caller does not see: they are answered like unknown ones
 */
export async function updateTickets(
  db: Db,
  ports: Ports,
  { ticket_ids, data }: BulkUpdateTickets,
  unseen: ReadonlySet<string>,
  override?: Override,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const ticket_id of new Set(ticket_ids)) {
    try {
      if (unseen.has(ticket_id)) throw notFound('Ticket');
      await updateTicket(db, ports, ticket_id, data, { override });
      results.push({ ticket_id, success: true });
    } catch (error) {
      results.push({ ticket_id, success: false, ...itemRefusal(error) });
    }
  }
  return results;
}
