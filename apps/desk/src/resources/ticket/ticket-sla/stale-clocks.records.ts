import type { Database } from '@psa/postgres-kit';
import type { Db, Tx } from '../../../desk-app.ts';
import type { TicketRecord } from '../ticket.records.ts';

/** Channels of all tenants whose hours, targets or pausing statuses changed. @param workerDatabase connected as the worker role */
export function findStaleChannels(workerDatabase: Database, limit: number): Promise<{ tenant: string; channel_id: string }[]> {
  return workerDatabase.query('select tenant, channel_id from channels where has_stale_clocks limit $1', [limit]);
}

/** Locks the open tickets of a channel that come after one, in the order of their ids. */
export function lockOpenTickets(tx: Tx, channelId: string, after: string, limit: number): Promise<TicketRecord[]> {
  return tx
    .selectFrom('tickets')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('is_closed', '=', false)
    .where('ticket_id', '>', after)
    .orderBy('ticket_id')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** Notes that the clocks of a channel are right, unless it was changed since. */
export async function clearStaleClocks(db: Db, channelId: string, version: number): Promise<void> {
  await db
    .updateTable('channels')
    .set({ has_stale_clocks: false })
    .where('channel_id', '=', channelId)
    .where('version', '=', version)
    .execute();
}
