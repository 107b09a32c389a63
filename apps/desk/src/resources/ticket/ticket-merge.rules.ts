import type { TicketRecord } from './ticket.records.ts';

type Linked = Pick<TicketRecord, 'ticket_id' | 'parent_ticket_id'>;

/**
 * The parent of a ticket after others became part of it: what was under one of those is under the ticket itself then, and it takes the place
 * of the topmost.
 * @param ancestors the tickets above it, the nearest first
 */
export function parentAfterMerge(target: Linked, ancestors: readonly Linked[], sourceIds: readonly string[]): string | null {
  const topmost = ancestors.findLast(({ ticket_id }) => sourceIds.includes(ticket_id));
  if (topmost === undefined) return target.parent_ticket_id;
  return topmost.parent_ticket_id === target.ticket_id ? null : topmost.parent_ticket_id;
}
