import { ticketEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../../desk-app.ts';
import { findStatus } from '../../ticket-status/ticket-status.records.ts';
import { lockTarget, lockTicket, updateTicketRow } from '../ticket.records.ts';
import { factsOf } from '../ticket.view.ts';

/** A time entry as far as a ticket counts it. */
export interface TicketTime {
  readonly entry_id: string;
  readonly ticket_id: string;
  readonly minutes: number;
  /** It was deleted, or moved off the ticket. */
  readonly is_deleted: boolean;
  readonly version: number;
}

/** Counts a time entry on its ticket, unless something newer is known of it. */
export async function keepTicketTime(tx: Tx, { entry_id, minutes, is_deleted, version, ...entry }: TicketTime): Promise<void> {
  const target = await lockTarget(tx, entry.ticket_id);
  const ticket_id = target?.ticket_id ?? entry.ticket_id;
  const known = await tx.selectFrom('ticket_time_entries').selectAll().where('entry_id', '=', entry_id).forUpdate().executeTakeFirst();
  if (known !== undefined && known.version >= version) return;
  await tx
    .insertInto('ticket_time_entries')
    .values({ entry_id, ticket_id, minutes, is_deleted, version })
    .onConflict((row) =>
      row
        .columns(['tenant', 'entry_id'])
        .doUpdateSet({ ticket_id, minutes, is_deleted, version })
        .where('ticket_time_entries.version', '<', version),
    )
    .execute();
  const countedBefore = known === undefined || known.is_deleted ? 0 : known.minutes;
  const counted = is_deleted ? 0 : minutes;
  const touched = new Set<string>();
  if (known !== undefined && known.ticket_id !== ticket_id && countedBefore !== 0) touched.add(known.ticket_id);
  if (known?.ticket_id === ticket_id ? counted !== countedBefore : counted !== 0) touched.add(ticket_id);
  for (const id of touched) await tellTime(tx, id);
}

/** Tells that the time on a ticket changed. */
async function tellTime(tx: Tx, ticketId: string): Promise<void> {
  if ((await lockTicket(tx, ticketId)) === undefined) return;
  const row = await updateTicketRow(tx, ticketId, {});
  const status = await findStatus(tx, row.status_id);
  emit(tx, ticketEvents.updated, { ...factsOf(row, status?.name ?? ''), changed: ['time_spent_minutes'] }, row.version);
}
