import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { emailGroup } from './group.ts';
import {
  CreateSuppression,
  OutboundEmail,
  OutboundListQuery,
  OutboundSettings,
  SaveOutboundSettings,
  Suppression,
  SuppressionListQuery,
} from './outbound.schemas.ts';

const id = (what: string) => z.object({ id: Id.describe(what) });

export const outboundRoutes = routes(emailGroup('Outbound email'), {
  listOutboundEmails: {
    method: 'get',
    path: '/api/v1/email/outbound',
    permission: 'email_provider:read',
    summary: 'List outbound mail',
    query: OutboundListQuery,
    reply: page(OutboundEmail),
  },
  getOutboundEmail: {
    method: 'get',
    path: '/api/v1/email/outbound/{id}',
    permission: 'email_provider:read',
    summary: 'Get an outbound mail with its bounces',
    params: id('The mail'),
    reply: one(OutboundEmail),
    errors: ['NOT_FOUND'],
  },
  retryOutboundEmail: {
    method: 'post',
    path: '/api/v1/email/outbound/{id}/retry',
    permission: 'email_provider:update',
    summary: 'Send a mail that failed once more',
    params: id('The mail'),
    reply: one(OutboundEmail),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listEmailSuppressions: {
    method: 'get',
    path: '/api/v1/email/suppressions',
    permission: 'email_provider:read',
    summary: 'List addresses no mail is sent to',
    query: SuppressionListQuery,
    reply: page(Suppression),
  },
  createEmailSuppression: {
    method: 'post',
    path: '/api/v1/email/suppressions',
    permission: 'email_provider:update',
    summary: 'Send no more mail to an address',
    body: CreateSuppression,
    reply: created(Suppression),
    errors: ['CONFLICT'],
  },
  deleteEmailSuppression: {
    method: 'delete',
    path: '/api/v1/email/suppressions/{id}',
    permission: 'email_provider:update',
    summary: 'Send mail to an address again',
    params: id('The suppression'),
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
  getOutboundEmailSettings: {
    method: 'get',
    path: '/api/v1/email/settings',
    permission: 'email_provider:read',
    summary: 'Get how mail leaves',
    reply: one(OutboundSettings),
    versioned: true,
  },
  saveOutboundEmailSettings: {
    method: 'put',
    path: '/api/v1/email/settings',
    permission: 'email_provider:update',
    summary: 'Change how mail leaves',
    body: SaveOutboundSettings,
    reply: one(OutboundSettings),
    versioned: true,
  },
});
