import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import { ticketSettings } from '../ticket-settings/ticket-settings.records.ts';
import type { TicketStatusesTable } from '../channel/channel.tables.ts';

export type TicketStatusRecord = Selectable<TicketStatusesTable>;

/** Max statuses of a channel: they are read all together. */
export const MAX_STATUSES = 50;

/** Statuses of a channel, or of all, in order. */
export function findStatuses(db: Db, channelId?: string): Promise<TicketStatusRecord[]> {
  return db
    .selectFrom('ticket_statuses')
    .selectAll()
    .$if(channelId !== undefined, (rows) => rows.where('channel_id', '=', channelId ?? ''))
    .orderBy('channel_id')
    .orderBy('order_number')
    .orderBy('name')
    .execute();
}

export function findStatus(db: Db, statusId: string): Promise<TicketStatusRecord | undefined> {
  return db.selectFrom('ticket_statuses').selectAll().where('status_id', '=', statusId).executeTakeFirst();
}

export function lockStatus(tx: Tx, statusId: string): Promise<TicketStatusRecord | undefined> {
  return tx.selectFrom('ticket_statuses').selectAll().where('status_id', '=', statusId).forUpdate().executeTakeFirst();
}

export function insertStatus(tx: Tx, status: Insertable<TicketStatusesTable>): Promise<TicketStatusRecord> {
  ticketSettings.changed(tx);
  return tx.insertInto('ticket_statuses').values(status).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateStatusRow(tx: Tx, statusId: string, changes: Updateable<TicketStatusesTable>): Promise<TicketStatusRecord> {
  ticketSettings.changed(tx);
  return tx
    .updateTable('ticket_statuses')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('status_id', '=', statusId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes the default away from the status of the channel that has it. */
export async function clearDefaultStatus(tx: Tx, channelId: string): Promise<void> {
  await tx
    .updateTable('ticket_statuses')
    .set({ is_default: false, version: sql`version + 1` })
    .where('channel_id', '=', channelId)
    .where('is_default', '=', true)
    .execute();
}

/** How many tickets have a status. */
export async function countTicketsOfStatus(tx: Tx, statusId: string): Promise<number> {
  const { tickets } = await tx
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<number>().as('tickets'))
    .where('status_id', '=', statusId)
    .executeTakeFirstOrThrow();
  return tickets;
}
