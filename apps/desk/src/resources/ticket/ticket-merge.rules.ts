import type { TicketRecord } from './ticket.records.ts';

/** Who of the client portal sees a ticket, where its channel shows tickets to those who opened them. */
export type Opened = Pick<TicketRecord, 'entered_by' | 'contact_name_id'>;

/**
 * Whether a merge between channels of which one shows tickets to their openers alone keeps what somebody wrote from others, and theirs
 * within their sight.
 * @param isPortalUser whether a user is a person of the client portal
 */
export function keepsOpeners(source: Opened, target: Opened, isPortalUser: (userId: string) => boolean): boolean {
  if (source.entered_by === target.entered_by) return true;
  if (source.entered_by !== null && isPortalUser(source.entered_by)) return false;
  if (target.entered_by === null || !isPortalUser(target.entered_by)) return true;
  // What staff took down, or came by mail, may join what the same person opened.
  return source.contact_name_id !== null && source.contact_name_id === target.contact_name_id;
}

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
