import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { Share } from '../figure/figure.records.ts';
import type { TicketsTable } from './ticket.tables.ts';

type Counted = Pick<
  Selectable<TicketsTable>,
  'channel_id' | 'status_id' | 'priority_id' | 'category_id' | 'subcategory_id' | 'assigned_to' | 'is_closed' | 'entered_at' | 'closed_at'
>;

/** Tickets that the figures do not tell apart, but for how long it took to close them. */
interface Alike extends Pick<Counted, 'channel_id' | 'status_id' | 'priority_id' | 'category_id' | 'subcategory_id' | 'is_closed'> {
  readonly is_assigned: boolean;
  readonly tickets: number;
  /** Those of them that have been closed, and the sum of their seconds until then. */
  readonly resolved: number;
  readonly resolution_seconds: number;
}

/** The key of the figure of tickets with a status and a priority. */
export const statusPriority = (statusId: string, priorityId: string): string => `${statusId} ${priorityId}`;

/** What a ticket adds to the figures of its channel. */
export function sharesOf(ticket: Counted): Share[] {
  const { assigned_to, entered_at, closed_at } = ticket;
  const seconds = closed_at === null ? 0 : Math.round((Date.parse(closed_at) - Date.parse(entered_at)) / 1000);
  const resolved = closed_at === null ? 0 : 1;
  return sharesOfMany({ ...ticket, is_assigned: assigned_to !== null, tickets: 1, resolved, resolution_seconds: seconds });
}

/** What tickets add to the figures of their channel. */
export function sharesOfMany(alike: Alike): Share[] {
  const { channel_id: part, is_closed, is_assigned, tickets, resolved } = alike;
  const shares: Share[] = [];
  const add = (kind: string, key: string | null, amount = tickets) => {
    if (key !== null) shares.push({ part, kind, key, amount });
  };
  add('status', alike.status_id);
  add('priority', alike.priority_id);
  if (alike.priority_id !== null) add('status_priority', statusPriority(alike.status_id, alike.priority_id));
  add('category', alike.category_id);
  add('subcategory', alike.subcategory_id);
  if (is_closed) add('closed', '');
  else if (!is_assigned) add('unassigned', '');
  if (resolved > 0) {
    add('resolved', '', resolved);
    add('resolution_seconds', '', alike.resolution_seconds);
  }
  return shares;
}

/** Tickets by what the figures are about; each row can be given to `sharesOfMany`. */
export function alikeTickets(db: Db | Tx) {
  return db
    .selectFrom('tickets')
    .select(['tickets.channel_id', 'tickets.status_id', 'tickets.priority_id', 'tickets.category_id', 'tickets.subcategory_id'])
    .select([
      'tickets.is_closed',
      sql<boolean>`tickets.assigned_to is not null`.as('is_assigned'),
      sql<number>`count(*)`.as('tickets'),
      sql<number>`count(tickets.closed_at)`.as('resolved'),
      sql<number>`coalesce(sum(round(extract(epoch from tickets.closed_at - tickets.entered_at))), 0)::float8`.as('resolution_seconds'),
    ])
    .groupBy(['tickets.channel_id', 'tickets.status_id', 'tickets.priority_id', 'tickets.category_id', 'tickets.subcategory_id'])
    .groupBy(['tickets.is_closed', 'is_assigned']);
}
