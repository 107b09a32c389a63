import { sql } from 'kysely';
import type { Tx } from '../../desk-app.ts';
import type { TicketRecord } from './ticket.records.ts';

/** Moves comments, documents, checklist, logged time, children and watchers from one locked ticket to another. */
export async function moveBelongings(tx: Tx, { ticket_id: from }: TicketRecord, { ticket_id: to }: TicketRecord): Promise<void> {
  await tx
    .updateTable('ticket_comments')
    .set({ ticket_id: to, moved_from: sql`coalesce(moved_from, ${from}::uuid)` })
    .where('ticket_id', '=', from)
    .execute();
  const { last } = await tx
    .selectFrom('ticket_checklist_items')
    .select((eb) => eb.fn.coalesce(eb.fn.max('order_number'), sql<number>`0`).as('last'))
    .where('ticket_id', '=', to)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('ticket_checklist_items')
    .set({ ticket_id: to, order_number: sql`order_number + ${last} + 1` })
    .where('ticket_id', '=', from)
    .execute();
  await tx.updateTable('ticket_documents').set({ ticket_id: to }).where('ticket_id', '=', from).execute();
  await tx.updateTable('ticket_time_entries').set({ ticket_id: to }).where('ticket_id', '=', from).execute();
  await tx.updateTable('tickets').set({ parent_ticket_id: to }).where('parent_ticket_id', '=', from).where('ticket_id', '<>', to).execute();
  const watchers = await tx.selectFrom('ticket_watchers').selectAll().where('ticket_id', '=', from).execute();
  await tx.deleteFrom('ticket_watchers').where('ticket_id', '=', from).execute();
  for (const { watcher_id, user_id, contact_name_id, email } of watchers)
    await tx
      .insertInto('ticket_watchers')
      .values({ watcher_id, ticket_id: to, user_id, contact_name_id, email })
      .onConflict((row) => row.doNothing())
      .execute();
}
