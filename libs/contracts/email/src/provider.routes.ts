import { created, Id, nothing, one, page, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { emailGroup } from './group.ts';
import {
  CreateProvider,
  Provider,
  ProviderHealth,
  ProviderListQuery,
  ProviderTest,
  SavedProvider,
  UpdateProvider,
} from './provider.schemas.ts';

const params = z.object({ id: Id.describe('The provider') });
const base = '/api/v1/email/providers';

export const providerRoutes = routes(emailGroup('Email providers'), {
  listEmailProviders: {
    method: 'get',
    path: base,
    permission: 'email_provider:read',
    summary: 'List the mailboxes mail is fetched from',
    query: ProviderListQuery,
    reply: page(Provider),
  },
  createEmailProvider: {
    method: 'post',
    path: base,
    permission: 'email_provider:create',
    summary: 'Add a mailbox',
    description:
      'Exactly one of googleConfig, microsoftConfig and imapConfig, as providerType says. Google and Microsoft are connected by OAuth afterwards.',
    body: CreateProvider,
    reply: created(SavedProvider),
    errors: ['CONFLICT'],
  },
  getEmailProvider: {
    method: 'get',
    path: `${base}/{id}`,
    permission: 'email_provider:read',
    summary: 'Get a mailbox',
    params,
    reply: one(Provider),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateEmailProvider: {
    method: 'put',
    path: `${base}/{id}`,
    permission: 'email_provider:update',
    summary: 'Update a mailbox',
    params,
    body: UpdateProvider,
    reply: one(SavedProvider),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteEmailProvider: {
    method: 'delete',
    path: `${base}/{id}`,
    permission: 'email_provider:delete',
    summary: 'Delete a mailbox with its credentials; mail that came by it stays',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  testEmailProvider: {
    method: 'post',
    path: `${base}/{id}/test`,
    permission: 'email_provider:update',
    summary: 'Try to open a mailbox with its stored credentials',
    params,
    reply: one(ProviderTest),
    errors: ['NOT_FOUND'],
  },
  pauseEmailProvider: {
    method: 'post',
    path: `${base}/{id}/pause`,
    permission: 'email_provider:update',
    summary: 'Pause fetching; what comes meanwhile is fetched after resuming',
    params,
    reply: one(Provider),
    errors: ['NOT_FOUND'],
  },
  resumeEmailProvider: {
    method: 'post',
    path: `${base}/{id}/resume`,
    permission: 'email_provider:update',
    summary: 'Resume fetching from where it stopped',
    params,
    reply: one(Provider),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  resyncEmailProvider: {
    method: 'post',
    path: `${base}/{id}/resync`,
    permission: 'email_provider:update',
    summary: 'Fetch the mail of the last days again; what is known is not imported twice',
    params,
    body: z.object({ days: z.int().min(1).max(30).default(2).describe('Days to look back') }).prefault({}),
    reply: payload(one(Provider).body, 202),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  getEmailProviderHealth: {
    method: 'get',
    path: `${base}/{id}/health`,
    permission: 'email_provider:read',
    summary: 'Get the health of a mailbox',
    params,
    reply: one(ProviderHealth),
    errors: ['NOT_FOUND'],
  },
});
