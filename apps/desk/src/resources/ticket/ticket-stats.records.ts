import type { TicketStats } from '@psa/contracts-desk';
import { sql } from 'kysely';
import type { Db } from '../../desk-app.ts';
import { readFigures, type Share } from '../figure/figure.records.ts';
import { overdue } from './ticket.list.ts';
import { alikeTickets, sharesOfMany } from './ticket-figures.records.ts';
import { isPortal, type PortalScope, type TicketScope, visibleTo } from './ticket.records.ts';

/** Figures over the tickets that can be seen. Those of staff come from the figures that writers keep, whatever the number of tickets. */
export async function ticketStats(db: Db, scope?: TicketScope): Promise<TicketStats> {
  const [shares, counted, priorities, categories, channels] = await Promise.all([
    isPortal(scope) ? sharesOfClient(db, scope) : readFigures(db, 'ticket'),
    countNow(db, scope),
    db.selectFrom('priorities').select(['priority_id as id', 'priority_name as name']).where('item_type', '=', 'ticket').execute(),
    db.selectFrom('ticket_categories').select(['category_id as id', 'category_name as name']).execute(),
    db.selectFrom('channels').select(['channel_id as id', 'channel_name as name']).execute(),
  ]);
  const hidden = new Set(scope === undefined || isPortal(scope) ? [] : scope.hiddenChannels);
  const seen = shares.filter(({ part }) => !hidden.has(part));
  const sum = (kind: string) => seen.reduce((total, share) => total + (share.kind === kind ? share.amount : 0), 0);
  const [total, closed, resolved] = [sum('status'), sum('closed'), sum('resolved')];
  const byChannel = counts(seen, 'status', ({ part }) => part, channels);
  return {
    total_tickets: total,
    open_tickets: total - closed,
    closed_tickets: closed,
    unassigned_tickets: sum('unassigned'),
    average_resolution_time: resolved === 0 ? null : Math.round((sum('resolution_seconds') / resolved / 60) * 100) / 100,
    ...counted,
    tickets_by_status: counts(seen, 'status', ({ key }) => key),
    tickets_by_priority: counts(seen, 'priority', ({ key }) => key, priorities),
    tickets_by_category: counts(seen, 'category', ({ key }) => key, categories),
    tickets_by_board: byChannel,
    tickets_by_channel: byChannel,
  };
}

/** Sums of a kind by an id, or by the name that goes with it. */
function counts(
  shares: readonly Share[],
  kind: string,
  idOf: (share: Share) => string,
  named?: readonly { readonly id: string; readonly name: string }[],
): Record<string, number> {
  const names = named && new Map(named.map(({ id, name }) => [id, name]));
  const sums: Record<string, number> = {};
  for (const share of shares) {
    if (share.kind !== kind) continue;
    const name = names === undefined ? idOf(share) : names.get(idOf(share));
    if (name !== undefined) sums[name] = (sums[name] ?? 0) + share.amount;
  }
  return sums;
}

/** What depends on the time it is asked at: few tickets, found by their own indexes. */
function countNow(db: Db, scope: TicketScope | undefined) {
  const rows = () => {
    const tickets = db.selectFrom('tickets');
    return scope === undefined ? tickets : tickets.where(visibleTo(scope));
  };
  const since = (from: ReturnType<typeof sql<string>>) => sql<number>`count(*) filter (where tickets.entered_at >= ${from})`;
  return Promise.all([
    rows()
      .select(sql<number>`count(*)`.as('overdue_tickets'))
      .where(overdue)
      .executeTakeFirstOrThrow(),
    rows()
      .select([
        since(sql`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`).as('tickets_created_today'),
        since(sql`now() - interval '7 days'`).as('tickets_created_this_week'),
        sql<number>`count(*)`.as('tickets_created_this_month'),
      ])
      .where(sql<boolean>`tickets.entered_at >= now() - interval '30 days'`)
      .executeTakeFirstOrThrow(),
  ]).then(([late, created]) => ({ ...late, ...created }));
}

/** All tickets that somebody of a client sees, counted by what the figures are about. */
async function sharesOfClient(db: Db, scope: PortalScope): Promise<Share[]> {
  const rows = await alikeTickets(db).where(visibleTo(scope)).execute();
  return rows.flatMap((row) => sharesOfMany(row));
}
