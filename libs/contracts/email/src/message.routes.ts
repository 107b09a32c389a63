import { download, Id, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { emailGroup } from './group.ts';
import { InboundEmail, InboundEmailDetails, InboundListQuery } from './message.schemas.ts';

const params = z.object({ id: Id.describe('The mail') });
const base = '/api/v1/email/messages';

const mailRoutes = routes(emailGroup('Inbound email'), {
  listInboundEmails: {
    method: 'get',
    path: base,
    permission: 'email_provider:read',
    summary: 'List inbound mail, with `status=quarantined` what waits for a decision',
    query: InboundListQuery,
    reply: page(InboundEmail),
  },
  getInboundEmail: {
    method: 'get',
    path: `${base}/{id}`,
    permission: 'email_provider:read',
    summary: 'Get an inbound mail with its text and files',
    params,
    reply: one(InboundEmailDetails),
    errors: ['NOT_FOUND'],
  },
  downloadInboundEmail: {
    method: 'get',
    path: `${base}/{id}/raw`,
    permission: 'email_provider:read',
    summary: 'Download an inbound mail as it arrived',
    params,
    reply: download('message/rfc822'),
    errors: ['NOT_FOUND'],
  },
  releaseInboundEmail: {
    method: 'post',
    path: `${base}/{id}/release`,
    permission: 'email_provider:update',
    summary: 'Process a mail in quarantine after all',
    description:
      'What is checked to protect the desk is not checked again: the mail becomes a ticket or a comment. One that could not be fetched is fetched first.',
    params,
    reply: one(InboundEmail),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  discardInboundEmail: {
    method: 'post',
    path: `${base}/{id}/discard`,
    permission: 'email_provider:update',
    summary: 'Discard a mail in quarantine',
    params,
    reply: one(InboundEmail),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});

/** Not for staff alone: files of mails are shown with the comments of tickets. */
const attachmentRoutes = routes(
  { service: 'email', form: 'data', tag: 'Inbound email' },
  {
    downloadEmailAttachment: {
      method: 'get',
      path: `${base}/attachments/{id}`,
      permission: 'ticket:read',
      mayUse: ['ticket_settings:update'],
      summary: 'Download a file of an inbound mail',
      description: 'For those who see the comment that the mail became, people of the client portal among them.',
      params: z.object({ id: Id.describe('The attachment') }),
      reply: download('application/octet-stream'),
      errors: ['NOT_FOUND'],
    },
  },
);

export const messageRoutes = { ...mailRoutes, ...attachmentRoutes };
