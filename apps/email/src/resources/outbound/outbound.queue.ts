import { WorkQueue } from '@psa/postgres-kit';
import { z } from 'zod';

/** Mails that wait to leave, and comments and failures of mailboxes that wait to become mails. */
export const outboundQueue = new WorkQueue('outbound_jobs');

/** That a mailbox fails, for the people who can mend it. */
export const MailboxNotice = z.object({ provider_id: z.guid(), notice: z.enum(['mailbox_paused', 'mailbox_silent']), notice_id: z.guid() });
export type MailboxNotice = z.infer<typeof MailboxNotice>;

/** A public comment of staff. */
export const CommentJob = z.object({
  ticket_id: z.guid(),
  comment_id: z.guid(),
  /** It came by mail itself. */
  by_mail: z.boolean().default(false),
  /** A rule wrote it, and no person. */
  by_program: z.boolean().default(false),
  /** How often that mail was looked for in vain. */
  lookups: z.int().default(0),
});
export type CommentJob = z.infer<typeof CommentJob>;

export const OutboundJob = z.union([z.object({ mail_id: z.guid() }), CommentJob, MailboxNotice]);
export type OutboundJob = z.infer<typeof OutboundJob>;
