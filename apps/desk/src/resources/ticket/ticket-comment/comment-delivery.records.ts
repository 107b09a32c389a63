import type { CommentDelivery } from '@psa/contracts-desk';
import { sql } from 'kysely';
import type { Tx } from '../../../desk-app.ts';

/** Failures of one mail that are shown. */
const MAX_FAILURES = 50;

interface MailOfComment {
  readonly ticket_id: string | null;
  readonly comment_id: string | null;
}

/** Notes what became of the mail of a comment. @param status the one there was stays when absent */
export async function noteDelivery(
  tx: Tx,
  { comment_id }: MailOfComment,
  status: CommentDelivery['status'] | undefined,
  failure?: CommentDelivery['failures'][number],
): Promise<void> {
  if (comment_id === null) return;
  await tx
    .updateTable('ticket_comments')
    .set({
      ...(status !== undefined && { mail_status: status }),
      ...(failure !== undefined && {
        mail_failures: sql<string>`case when jsonb_array_length(mail_failures) < ${MAX_FAILURES} then mail_failures || ${JSON.stringify([failure])}::jsonb else mail_failures end`,
      }),
    })
    .where('comment_id', '=', comment_id)
    .execute();
}
