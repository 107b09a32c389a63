import type { TicketStats } from '@psa/contracts-desk';
import { sql } from 'kysely';
import type { Db } from '../../desk-app.ts';
import { overdue } from './ticket.list.ts';
import { type TicketScope, visibleTo } from './ticket.records.ts';

/** Figures over the tickets that can be seen. */
export async function ticketStats(db: Db, scope?: TicketScope): Promise<TicketStats> {
  const rows = () => {
    const all = db
      .selectFrom('tickets')
      .innerJoin('channels', (join) =>
        join.onRef('channels.tenant', '=', 'tickets.tenant').onRef('channels.channel_id', '=', 'tickets.channel_id'),
      );
    return scope === undefined ? all : all.where(visibleTo(scope));
  };
  const count = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`count(*) filter (where ${condition})`;
  const [figures, statuses, priorities, categories, channels] = await Promise.all([
    rows()
      .select([
        sql<number>`count(*)`.as('total_tickets'),
        count(sql`not tickets.is_closed`).as('open_tickets'),
        count(sql`tickets.is_closed`).as('closed_tickets'),
        sql<number>`count(*) filter (where ${overdue})`.as('overdue_tickets'),
        count(sql`not tickets.is_closed and tickets.assigned_to is null`).as('unassigned_tickets'),
        sql<
          number | null
        >`round((extract(epoch from avg(tickets.closed_at - tickets.entered_at) filter (where tickets.closed_at is not null)) / 60)::numeric, 2)::float8`.as(
          'average_resolution_time',
        ),
        count(sql`tickets.entered_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'`).as('tickets_created_today'),
        count(sql`tickets.entered_at >= now() - interval '7 days'`).as('tickets_created_this_week'),
        count(sql`tickets.entered_at >= now() - interval '30 days'`).as('tickets_created_this_month'),
      ])
      .executeTakeFirstOrThrow(),
    rows()
      .select(['tickets.status_id as name', sql<number>`count(*)`.as('found')])
      .groupBy('tickets.status_id')
      .execute(),
    rows()
      .innerJoin('priorities', (join) =>
        join.onRef('priorities.tenant', '=', 'tickets.tenant').onRef('priorities.priority_id', '=', 'tickets.priority_id'),
      )
      .select(['priorities.priority_name as name', sql<number>`count(*)`.as('found')])
      .groupBy('priorities.priority_name')
      .execute(),
    rows()
      .innerJoin('ticket_categories', (join) =>
        join.onRef('ticket_categories.tenant', '=', 'tickets.tenant').onRef('ticket_categories.category_id', '=', 'tickets.category_id'),
      )
      .select(['ticket_categories.category_name as name', sql<number>`count(*)`.as('found')])
      .groupBy('ticket_categories.category_name')
      .execute(),
    rows()
      .select(['channels.channel_name as name', sql<number>`count(*)`.as('found')])
      .groupBy('channels.channel_name')
      .execute(),
  ]);
  const keyed = (counts: readonly { name: string; found: number }[]) => Object.fromEntries(counts.map(({ name, found }) => [name, found]));
  return {
    ...figures,
    tickets_by_status: keyed(statuses),
    tickets_by_priority: keyed(priorities),
    tickets_by_category: keyed(categories),
    tickets_by_board: keyed(channels),
    tickets_by_channel: keyed(channels),
  };
}
