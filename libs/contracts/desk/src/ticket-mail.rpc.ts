import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** Longest text and HTML a mail brings into a ticket, in characters: both together stay below what the broker carries. */
export const MAX_MAIL_TEXT = 100_000;
export const MAX_MAIL_HTML = 200_000;

const MailKey = z
  .string()
  .min(1)
  .max(200)
  .describe('Identifies the mail within the tenant. Calls with the same key take effect once and answer what the first one answered');

/** A file of a mail. Its bytes stay with the email service. */
export const MailAttachment = z.object({
  attachment_id: z.guid(),
  filename: z.string().max(255),
  content_type: z.string().max(255),
  size: z.int(),
  content_id: z.string().max(255).nullable().describe('Set for an inline image: the HTML refers to it as cid:<content_id>'),
});
export type MailAttachment = z.infer<typeof MailAttachment>;

/** Who wrote a mail, as far as that is proved. */
export const MailAuthor = z.object({
  type: z.enum(['contact', 'user', 'unknown']).describe('user only if the domain of the sender vouches for them'),
  contact_name_id: z.guid().nullable(),
  user_id: z.guid().nullable(),
  email: z.string().max(320),
  name: z.string().max(255).nullable(),
});
export type MailAuthor = z.infer<typeof MailAuthor>;

const content = {
  text: z.string().max(MAX_MAIL_TEXT).describe('What the sender wrote, without quoted text and signature'),
  full_text: z.string().max(MAX_MAIL_TEXT).nullable().describe('The whole text; null if nothing was cut off'),
  html: z.string().max(MAX_MAIL_HTML).nullable().describe('Sanitized HTML; null for a plain-text mail'),
  author: MailAuthor,
  cc: z.array(z.string().max(320)).max(50).describe('Other recipients, without own mailboxes: they become watchers'),
  attachments: z.array(MailAttachment).max(100),
  received_at: z.string(),
};

/** A ticket as far as the email service has to know it. */
export const MailTicket = z.object({
  ticket_id: z.guid().describe('The target, if the ticket was merged'),
  ticket_number: z.string(),
  title: z.string(),
  is_closed: z.boolean(),
  client_id: z.guid().nullable(),
  contact_name_id: z.guid().nullable(),
  participants: z.array(z.string().max(320)).max(200).describe('Addresses of requester, contacts and watchers, in lower case'),
});
export type MailTicket = z.infer<typeof MailTicket>;

/** What the desk service answers over NATS about tickets by mail. */
export const ticketMailRpc = rpcMethods('desk', {
  createTicketFromMail: {
    summary: 'Open a ticket for a mail, once per mail_key',
    request: z.object({
      mail_key: MailKey,
      title: z.string().min(1).max(255),
      ...content,
      client_id: z.guid().nullable(),
      channel_id: z.guid().nullable().describe('Channel; the default channel if null'),
      status_id: z.guid().nullable().describe('Status; the default of the channel if null'),
      priority_id: z.guid().nullable(),
      category_id: z.guid().nullable(),
      location_id: z.guid().nullable(),
      related_ticket_id: z
        .guid()
        .nullable()
        .describe('Ticket it is linked to: a reply to a ticket closed too long ago, or a suspicious one'),
      flags: z
        .array(z.enum(['automated', 'suspicious_sender', 'unknown_sender']))
        .max(5)
        .describe('What staff should know about it'),
    }),
    response: z.object({ ticket_id: z.guid(), ticket_number: z.string() }),
  },
  addMailComment: {
    summary: 'Add a mail to a ticket as a comment, once per mail_key',
    request: z.object({
      mail_key: MailKey,
      ticket_id: z.guid(),
      ...content,
      is_internal: z.boolean().describe('Visible to staff only'),
      is_automated: z.boolean().describe('An auto-reply: neither reopens the ticket nor moves its SLA clocks'),
    }),
    response: z.object({
      outcome: z
        .enum(['added', 'closed', 'gone'])
        .describe(
          'closed: the ticket is closed and its channel demands a new ticket; gone: there is no such ticket. Both leave nothing behind',
        ),
      ticket_id: z.guid().describe('Ticket that has the comment: the target, if the ticket was merged'),
      comment_id: z.guid().nullable(),
      reopened: z.boolean(),
    }),
  },
  checkTicketDefaults: {
    summary: 'Refuse, naming the member, what tickets made of mails cannot start with',
    request: z.object({
      channel_id: z.guid().nullable().describe('The default channel if null'),
      status_id: z.guid().nullable(),
      priority_id: z.guid().nullable(),
      client_id: z.guid().nullable(),
      category_id: z.guid().nullable(),
      location_id: z.guid().nullable(),
    }),
    response: z.object({}),
  },
  getMailTicket: {
    summary: 'A ticket with the addresses that may answer it',
    request: z.object({ ticket_id: z.guid() }),
    response: z.object({ ticket: MailTicket.nullable() }),
  },
  mayReadMail: {
    summary: 'Whether somebody sees the comment that a mail became',
    request: z.object({
      mail_key: MailKey,
      reader: z.object({
        user_id: z.guid(),
        user_type: z.enum(['internal', 'client']),
        client_id: z.guid().nullable().describe('Client of somebody of the portal'),
        permissions: z.array(z.string()).describe('What they may do in the desk, as far as the asking service knows'),
      }),
    }),
    response: z.object({ readable: z.boolean().describe('false also when no comment was made of the mail, or it is gone') }),
  },
  getCommentMail: {
    summary: 'A comment as it is mailed to the people of its ticket',
    request: z.object({ ticket_id: z.guid(), comment_id: z.guid() }),
    response: z.object({
      mail: z
        .object({
          ticket: MailTicket,
          text: z.string().max(MAX_MAIL_TEXT),
          html: z.string().max(MAX_MAIL_HTML).nullable(),
          author_name: z.string(),
          to: z.array(z.string().max(320)).max(50).describe('The contact'),
          cc: z.array(z.string().max(320)).max(50).describe('Watchers'),
        })
        .nullable()
        .describe('null if it is not mailed: internal, written by the contact, deleted, or the ticket has no contact with an address'),
    }),
  },
});
