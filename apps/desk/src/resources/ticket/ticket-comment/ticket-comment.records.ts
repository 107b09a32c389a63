import type { TicketComment } from '@psa/contracts-desk';
import { type Insertable, type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import type { TicketCommentsTable } from '../ticket.tables.ts';

export type CommentRecord = Selectable<TicketCommentsTable>;

/** A comment to be written. */
export type NewComment = Pick<Insertable<TicketCommentsTable>, 'ticket_id' | 'comment_text' | 'is_internal' | 'author_type'> &
  Partial<Omit<Insertable<TicketCommentsTable>, 'metadata' | 'attachments'>> & {
    metadata?: Record<string, unknown>;
    attachments?: Record<string, unknown>[];
  };

/** Writes a comment; the counts of its ticket are the caller's to raise. */
export function insertComment(tx: Tx, { metadata = {}, attachments = [], ...comment }: NewComment): Promise<CommentRecord> {
  const comment_id = uuidv7();
  return tx
    .insertInto('ticket_comments')
    .values({
      comment_id,
      comment_html: null,
      full_text: null,
      is_resolution: false,
      time_spent: null,
      created_by: null,
      contact_id: null,
      author_name: null,
      author_email: null,
      thread_id: comment_id,
      parent_comment_id: null,
      by_mail: false,
      moved_from: null,
      // Not the time at which the transaction began: a comment that waited for another would stand before it.
      created_at: sql<string>`clock_timestamp()`,
      ...comment,
      metadata: JSON.stringify(metadata),
      attachments: JSON.stringify(attachments),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Comments with the names of their authors. */
export function commentRows(db: Db) {
  return db
    .selectFrom('ticket_comments')
    .leftJoin('user_replicas', (join) =>
      join.onRef('user_replicas.tenant', '=', 'ticket_comments.tenant').onRef('user_replicas.user_id', '=', 'ticket_comments.created_by'),
    )
    .leftJoin('contact_replicas', (join) =>
      join
        .onRef('contact_replicas.tenant', '=', 'ticket_comments.tenant')
        .onRef('contact_replicas.contact_name_id', '=', 'ticket_comments.contact_id'),
    )
    .selectAll('ticket_comments')
    .select([
      'user_replicas.full_name as user_name',
      'contact_replicas.full_name as contact_name',
      'contact_replicas.email as contact_email',
    ]);
}

export type CommentRow = Awaited<ReturnType<ReturnType<typeof commentRows>['execute']>>[number];

export function findComment(db: Db, ticketId: string, commentId: string): Promise<CommentRow | undefined> {
  return commentRows(db)
    .where('ticket_comments.comment_id', '=', commentId)
    .where('ticket_comments.ticket_id', '=', ticketId)
    .executeTakeFirst();
}

/** A comment as the API shows it; of a deleted one only its place stays. */
export function toComment(row: CommentRow, portal: boolean): TicketComment {
  const isGone = row.deleted_at !== null;
  return {
    comment_id: row.comment_id,
    ticket_id: row.ticket_id,
    comment_text: isGone ? '' : row.comment_text,
    comment_html: isGone ? null : row.comment_html,
    is_internal: row.is_internal,
    is_resolution: row.is_resolution,
    time_spent: portal ? null : row.time_spent,
    created_by: row.created_by,
    created_by_name: row.user_name ?? row.contact_name ?? row.author_name,
    author_type: row.author_type,
    contact_id: row.contact_id,
    author_contact_id: row.contact_id,
    author_contact_name: row.contact_name ?? row.author_name,
    author_contact_email: row.contact_email ?? row.author_email,
    thread_id: row.thread_id,
    parent_comment_id: row.parent_comment_id,
    metadata: portal || isGone ? {} : row.metadata,
    attachments: isGone ? [] : row.attachments,
    by_mail: row.by_mail,
    mail: portal || row.mail_status === null ? null : { status: row.mail_status, failures: row.mail_failures },
    moved_from: portal ? null : row.moved_from,
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: row.deleted_at,
    tenant: row.tenant,
  };
}
