import { sql } from 'kysely';
import type { Tx } from '../../desk-app.ts';
import type { TicketRecord } from './ticket.records.ts';

/** Moves comments, documents, checklist, logged time and watchers from one locked ticket to another. */
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
  const watchers = await tx.selectFrom('ticket_watchers').selectAll().where('ticket_id', '=', from).execute();
  await tx.deleteFrom('ticket_watchers').where('ticket_id', '=', from).execute();
  for (const { watcher_id, user_id, contact_name_id, email } of watchers)
    await tx
      .insertInto('ticket_watchers')
      .values({ watcher_id, ticket_id: to, user_id, contact_name_id, email })
      .onConflict((row) => row.doNothing())
      .execute();
}

/** Locks the child tickets of some tickets, other than those and the one they become part of. */
export function lockChildren(tx: Tx, parentIds: readonly string[], targetId: string): Promise<TicketRecord[]> {
  return tx
    .selectFrom('tickets')
    .selectAll()
    .where('parent_ticket_id', 'in', [...parentIds])
    .where('ticket_id', 'not in', [...parentIds, targetId])
    .orderBy('ticket_id')
    .forUpdate()
    .execute();
}

/** The tickets above a ticket, the nearest first; none of them is deleted until the transaction ends. */
export async function ancestorsOf(tx: Tx, target: TicketRecord): Promise<Pick<TicketRecord, 'ticket_id' | 'parent_ticket_id'>[]> {
  const ancestors: Pick<TicketRecord, 'ticket_id' | 'parent_ticket_id'>[] = [];
  for (let next = target.parent_ticket_id; next !== null; next = ancestors.at(-1)?.parent_ticket_id ?? null) {
    const row = await tx
      .selectFrom('tickets')
      .select(['ticket_id', 'parent_ticket_id'])
      .where('ticket_id', '=', next)
      .forKeyShare()
      .executeTakeFirst();
    // Chains are short; a circle that an earlier version made ends here as well.
    if (row === undefined || [target, ...ancestors].some(({ ticket_id }) => ticket_id === row.ticket_id)) break;
    ancestors.push(row);
  }
  return ancestors;
}

/** Required checklist items of some tickets that are not completed. */
export async function countIncompleteItems(tx: Tx, ticketIds: readonly string[]): Promise<number> {
  const { items } = await tx
    .selectFrom('ticket_checklist_items')
    .select((eb) => eb.fn.countAll<number>().as('items'))
    .where('ticket_id', 'in', [...ticketIds])
    .where('is_required', '=', true)
    .where('is_completed', '=', false)
    .executeTakeFirstOrThrow();
  return items;
}
