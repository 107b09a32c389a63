import { sql } from 'kysely';
import type { Tx } from '../../../desk-app.ts';

export interface MovableComment {
  readonly comment_id: string;
  readonly is_internal: boolean;
}

/** Those of the comments that are on the ticket and were not deleted. */
export function findMovable(tx: Tx, ticketId: string, ids: readonly string[]): Promise<MovableComment[]> {
  return tx
    .selectFrom('ticket_comments')
    .select(['comment_id', 'is_internal'])
    .where('ticket_id', '=', ticketId)
    .where('comment_id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
}

/** Moves comments with their documents. Threads end where one part stays: what answered a comment of the other ticket stands by itself. */
export async function moveCommentRows(tx: Tx, from: string, to: string, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('ticket_comments')
    .set({ ticket_id: to, moved_from: sql`coalesce(moved_from, ${from}::uuid)` })
    .where('comment_id', 'in', [...ids])
    .execute();
  await tx
    .updateTable('ticket_documents')
    .set({ ticket_id: to })
    .where('comment_id', 'in', [...ids])
    .execute();
  for (const ticketId of [from, to]) {
    const ofTicket = sql`(select other.comment_id from ticket_comments other where other.tenant = ticket_comments.tenant and other.ticket_id = ${ticketId})`;
    await tx
      .updateTable('ticket_comments')
      .set({
        parent_comment_id: sql`case when parent_comment_id in ${ofTicket} then parent_comment_id end`,
        thread_id: sql`case when thread_id in ${ofTicket} then thread_id else comment_id end`,
      })
      .where('ticket_id', '=', ticketId)
      .where((eb) => eb.or([eb('thread_id', 'is not', null), eb('parent_comment_id', 'is not', null)]))
      .where(sql<boolean>`(parent_comment_id is not null and parent_comment_id not in ${ofTicket} or thread_id not in ${ofTicket})`)
      .execute();
  }
}
