import { Replica } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../time-app.ts';
import type { TicketCopy } from './replica.tables.ts';

export const ticketReplica = new Replica<TicketCopy, 'ticket_id'>({
  table: 'ticket_replicas',
  key: 'ticket_id',
  unknown: { title: '', ticket_number: '', client_id: null, channel_id: null },
  called: 'a ticket of this tenant',
});

/** Max copies that are completed at once. */
const MAX_COMPLETED = 500;

/** Tickets whose copies are from before channels were kept. */
export async function ticketsWithoutChannel(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket_replicas')
    .select('ticket_id')
    .where('channel_id', 'is', null)
    .where('is_deleted', '=', false)
    .orderBy('ticket_id')
    .limit(MAX_COMPLETED)
    .execute();
  return rows.map(({ ticket_id }) => ticket_id);
}

/** Keeps the channels of tickets where none is known. */
export async function keepChannels(db: Db, channels: ReadonlyMap<string, string>): Promise<void> {
  if (channels.size === 0) return;
  await db
    .updateTable('ticket_replicas')
    .set({
      channel_id: sql`(select told.channel_id from unnest(${[...channels.keys()]}::uuid[], ${[...channels.values()]}::uuid[]) as told (ticket_id, channel_id)
        where told.ticket_id = ticket_replicas.ticket_id)`,
    })
    .where('ticket_id', 'in', [...channels.keys()])
    .where('channel_id', 'is', null)
    .execute();
}
