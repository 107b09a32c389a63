import { Id, Instant, queryInteger, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const MAX_COMMENT = 5000;
/** As sent: markup of a rich text is several times what is seen of it. */
const MAX_COMMENT_SOURCE = 50_000;

/** What is seen of a text: without tags and blanks around it. */
const visible = (text: string) => text.replaceAll(/<[^<>]*>/g, '').trim();

const comment_text = z
  .string()
  .max(MAX_COMMENT_SOURCE)
  .refine((text) => visible(text).length >= 1, 'must not be empty')
  .refine((text) => visible(text).length <= MAX_COMMENT, `must show at most ${MAX_COMMENT} characters`)
  .describe('Text');

/** Time logged together with a comment. */
export const CommentTimeEntry = z
  .object({
    service_id: Id.describe('Service the time is for'),
    start_time: Instant.describe('When the work began'),
    end_time: Instant.describe('When it ended'),
    is_billable: z.boolean().default(true).describe('Whether it may be billed'),
    notes: z.string().max(2000).optional().describe('What was done; the beginning of the comment when absent'),
  })
  .meta({ id: 'CommentTimeEntry' });
export type CommentTimeEntry = z.infer<typeof CommentTimeEntry>;

const comment_ids = z.array(Id).min(1).max(50).describe('Comments of the ticket');

export const MoveTicketComments = z
  .object({ comment_ids, target_ticket_id: Id.describe('Ticket of the same client they move to') })
  .meta({ id: 'MoveTicketComments' });
export type MoveTicketComments = z.infer<typeof MoveTicketComments>;

export const SplitTicket = z
  .object({
    comment_ids,
    title: z.string().trim().min(1).max(255).describe('Title of the new ticket'),
    description: z.string().max(100_000).nullish().describe('Description of the new ticket'),
    priority_id: Id.optional().describe('Its priority; the same as of this one when absent'),
    assigned_to: Id.nullish().describe('Who works on it; the same as on this one when absent'),
  })
  .meta({ id: 'SplitTicket' });
export type SplitTicket = z.infer<typeof SplitTicket>;

export const CreateTicketComment = z
  .object({
    comment_text,
    is_internal: z.boolean().default(false).describe('Hidden from people of the client; an answer is as visible as what it answers'),
    is_resolution: z.boolean().default(false).describe('Says how the ticket was solved'),
    time_spent: z.number().min(0).max(100_000).nullish().describe('Minutes, for information; logged time is a time entry'),
    metadata: z
      .record(z.string().max(100), z.unknown())
      .refine((value) => JSON.stringify(value).length <= 8192, 'must be at most 8192 characters of JSON')
      .optional()
      .describe('Free-form data'),
    parent_comment_id: Id.nullish().describe('Comment it answers'),
    last_seen_comment_id: Id.nullish().describe('Newest comment the writer has read: `meta.newer_comments` lists those after it'),
    time_entry: CommentTimeEntry.optional().describe('Time that is logged with it, both or neither; needs `timeentry:create`'),
    to_children: z
      .boolean()
      .optional()
      .describe('Adds it to the child tickets that the writer sees as well, 200 at most; the time it took counts once'),
    suppressContactNotifications: z.boolean().optional().describe('Sends the contact nothing about it'),
    suppressInternalNotifications: z.boolean().optional().describe('Sends no notifications at all; needs `suppressContactNotifications`'),
  })
  .meta({ id: 'CreateTicketComment' });
export type CreateTicketComment = z.infer<typeof CreateTicketComment>;

export const UpdateTicketComment = z
  .object({
    comment_text: comment_text.optional(),
    is_internal: z.boolean().optional().describe('Hidden from people of the client'),
    is_resolution: z.boolean().optional().describe('Says how the ticket was solved'),
    time_spent: z.number().min(0).max(100_000).nullish().describe('Minutes, for information'),
  })
  .meta({ id: 'UpdateTicketComment' });
export type UpdateTicketComment = z.infer<typeof UpdateTicketComment>;

/** What became of the mail of a comment. */
export const CommentDelivery = z
  .object({
    status: z.enum(['queued', 'sent', 'failed', 'suppressed', 'bounced']),
    failures: z
      .array(
        z.object({
          address: z.string().nullable().describe('Recipient it did not reach; null when it reached no recipient'),
          reason: z.string().describe('What the mail server said'),
          at: z.string(),
        }),
      )
      .describe('Recipients it did not reach'),
  })
  .meta({ id: 'TicketCommentDelivery' });
export type CommentDelivery = z.infer<typeof CommentDelivery>;

export const TicketComment = z
  .object({
    comment_id: Id.describe('Identifies the comment'),
    ticket_id: Id,
    comment_text: z.string().describe('Text; empty when it was deleted'),
    comment_html: z.string().nullable().describe('Sanitized HTML of a mail'),
    is_internal: z.boolean(),
    is_resolution: z.boolean(),
    time_spent: z.number().nullable(),
    created_by: Id.nullable().describe('User who wrote it'),
    created_by_name: z.string().nullable(),
    author_type: z.enum(['internal', 'client', 'system']),
    contact_id: Id.nullable(),
    author_contact_id: Id.nullable(),
    author_contact_name: z.string().nullable(),
    author_contact_email: z.string().nullable(),
    thread_id: Id.nullable().describe('First comment of its thread'),
    parent_comment_id: Id.nullable().describe('Comment it answers'),
    metadata: z.record(z.string(), z.unknown()),
    attachments: z.array(z.record(z.string(), z.unknown())).describe('Files of a mail'),
    by_mail: z.boolean().describe('It came by mail'),
    mail: CommentDelivery.nullable().describe(
      'What became of the mail of this comment; null when there is none, and for people of the portal',
    ),
    moved_from: Id.nullable().describe('Ticket it was written on, if that was merged into this one'),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
    deleted_at: Timestamp.nullable(),
    tenant: Id,
  })
  .meta({ id: 'TicketComment' });
export type TicketComment = z.infer<typeof TicketComment>;

export const TicketCommentListQuery = z.object({
  limit: queryInteger({ min: 1, max: 200, default: 100 }).describe('Comments'),
  offset: queryInteger({ min: 0, max: 1_000_000, default: 0 }).describe('Comments to skip'),
  order: z.enum(['asc', 'desc']).default('asc').describe('By time'),
});
export type TicketCommentListQuery = z.infer<typeof TicketCommentListQuery>;
