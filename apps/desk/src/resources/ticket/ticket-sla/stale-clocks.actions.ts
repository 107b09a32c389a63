import { ticketEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { changedMembers } from '@psa/postgres-kit';
import type { Db, Tx } from '../../../desk-app.ts';
import { type ChannelRecord, findChannel, holdChannel } from '../../channel/channel.records.ts';
import { findStatuses, type TicketStatusRecord } from '../../ticket-status/ticket-status.records.ts';
import { type TicketRecord, updateTicketRow } from '../ticket.records.ts';
import { isPausing, nextClocks } from '../sla.rules.ts';
import { factsOf } from '../ticket.view.ts';
import { settleMissed } from './missed-targets.actions.ts';
import { clearStaleClocks, lockOpenTickets } from './stale-clocks.records.ts';

/** Tickets of one transaction; more would hold their locks for long. */
const BATCH = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Sets the clocks of the open tickets of a channel by its hours, targets and statuses of today; earlier pauses stay. */
export async function resetClocks(db: Db, channelId: string): Promise<void> {
  const channel = await findChannel(db, channelId);
  if (channel === undefined) return;
  let after = FIRST_ID;
  for (;;) {
    const from = after;
    const rows = await db.transaction(async (tx) => {
      const [current, statuses, tickets] = [
        await holdChannel(tx, channelId),
        await findStatuses(tx, channelId),
        await lockOpenTickets(tx, channelId, from, BATCH),
      ];
      for (const ticket of tickets) await resetClock(tx, current, statuses, ticket);
      return tickets;
    });
    if (rows.length < BATCH) break;
    after = rows.at(-1)?.ticket_id ?? after;
  }
  await clearStaleClocks(db, channelId, channel.version);
}

async function resetClock(tx: Tx, channel: ChannelRecord, statuses: readonly TicketStatusRecord[], known: TicketRecord): Promise<void> {
  const status = statuses.find(({ status_id }) => status_id === known.status_id);
  if (status === undefined) return;
  const now = new Date().toISOString();
  const pauses = isPausing(status, known);
  const ticket = pauses ? await settleMissed(tx, known, now) : known;
  const clocks = nextClocks(channel, ticket, now, {
    entered_at: ticket.entered_at,
    priority_id: ticket.priority_id,
    isPausing: pauses,
    isClosed: false,
  });
  const changes = changedMembers(ticket, clocks);
  if (Object.keys(changes).length === 0) return;
  const row = await updateTicketRow(tx, ticket.ticket_id, changes);
  emit(tx, ticketEvents.updated, { ...factsOf(row, status.name), changed: ['sla'] }, row.version);
}
