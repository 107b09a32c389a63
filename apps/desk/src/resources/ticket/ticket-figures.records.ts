import type { Selectable } from 'kysely';
import type { Share } from '../figure/figure.records.ts';
import type { TicketsTable } from './ticket.tables.ts';

type Counted = Pick<
  Selectable<TicketsTable>,
  'channel_id' | 'status_id' | 'priority_id' | 'category_id' | 'subcategory_id' | 'assigned_to' | 'is_closed' | 'entered_at' | 'closed_at'
>;

/** What a ticket adds to the figures of its channel. */
export function sharesOf(ticket: Counted): Share[] {
  const { channel_id: part, is_closed, closed_at } = ticket;
  const shares: Share[] = [];
  const add = (kind: string, key: string | null, amount = 1) => {
    if (key !== null) shares.push({ part, kind, key, amount });
  };
  add('status', ticket.status_id);
  add('priority', ticket.priority_id);
  add('category', ticket.category_id);
  add('subcategory', ticket.subcategory_id);
  if (is_closed) add('closed', '');
  else if (ticket.assigned_to === null) add('unassigned', '');
  if (closed_at !== null) {
    add('resolved', '');
    add('resolution_seconds', '', Math.round((Date.parse(closed_at) - Date.parse(ticket.entered_at)) / 1000));
  }
  return shares;
}
