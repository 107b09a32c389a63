import type { TimeSheetComment, TimeSheetCommentListQuery } from '@psa/contracts-time';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../time-app.ts';

type Comment = z.infer<typeof TimeSheetComment>;

const order: ListOrder = {
  columns: { created_at: 'time_sheet_comments.created_at' },
  id: { ref: 'time_sheet_comments.comment_id', name: 'comment_id' },
};

function commentRows(db: Db) {
  return db
    .selectFrom('time_sheet_comments')
    .leftJoin('user_replicas', (join) =>
      join
        .onRef('user_replicas.tenant', '=', 'time_sheet_comments.tenant')
        .onRef('user_replicas.user_id', '=', 'time_sheet_comments.user_id'),
    )
    .select([
      'comment_id',
      'comment_text',
      'time_sheet_comments.user_id',
      'user_replicas.full_name as user_name',
      'is_approver',
      'created_at',
    ]);
}

type CommentRow = Awaited<ReturnType<ReturnType<typeof commentRows>['execute']>>[number];

/** A comment as the API shows it. */
export function toComment({ comment_id, comment_text, user_id, user_name, is_approver, created_at }: CommentRow): Comment {
  return { comment_id, comment_text, user_id, user_name, is_approver, user_role: is_approver ? 'approver' : 'owner', created_at };
}

/** One page of what was said about a sheet. */
export function listSheetComments(db: Db, sheetId: string, query: TimeSheetCommentListQuery): Promise<Page<CommentRow>> {
  let rows = commentRows(db).where('time_sheet_id', '=', sheetId);
  if (query.created_from !== undefined) rows = rows.where('created_at', '>=', query.created_from);
  if (query.created_to !== undefined) rows = rows.where('created_at', '<=', query.created_to);
  // Comments do not change.
  if (query.updated_from !== undefined) rows = rows.where('created_at', '>=', query.updated_from);
  if (query.updated_to !== undefined) rows = rows.where('created_at', '<=', query.updated_to);
  return readPage<CommentRow>(rows, order, query, async () => {
    const { count } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

export async function findSheetComment(db: Db, commentId: string): Promise<Comment> {
  return toComment(await commentRows(db).where('comment_id', '=', commentId).executeTakeFirstOrThrow());
}

/** What was said last about a sheet, newest first. */
export async function latestComments(db: Db, sheetId: string, limit: number): Promise<Comment[]> {
  const rows = await commentRows(db)
    .where('time_sheet_id', '=', sheetId)
    .orderBy('created_at', 'desc')
    .orderBy('comment_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toComment(row));
}
