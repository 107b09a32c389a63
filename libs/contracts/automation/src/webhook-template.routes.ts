import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { eventReaders } from './event-readers.ts';
import { automationGroup } from './group.ts';
import {
  CreateWebhookTemplate,
  UpdateWebhookTemplate,
  UseWebhookTemplate,
  WebhookTemplate,
  WebhookTemplateListQuery,
} from './webhook-template.schemas.ts';
import { WebhookWithSecret } from './webhook.schemas.ts';

const params = z.object({ id: Id.describe('Template id') });

export const webhookTemplateRoutes = routes(automationGroup('Webhook templates'), {
  listWebhookTemplates: {
    method: 'get',
    path: '/api/v1/webhooks/templates',
    permission: 'webhook:read',
    summary: 'List webhook templates',
    query: WebhookTemplateListQuery,
    reply: page(WebhookTemplate),
  },
  createWebhookTemplate: {
    method: 'post',
    path: '/api/v1/webhooks/templates',
    permission: 'webhook:create',
    summary: 'Create a webhook template',
    body: CreateWebhookTemplate,
    reply: created(WebhookTemplate),
    versioned: true,
    errors: ['CONFLICT'],
  },
  getWebhookTemplate: {
    method: 'get',
    path: '/api/v1/webhooks/templates/{id}',
    permission: 'webhook:read',
    summary: 'Read one webhook template',
    params,
    reply: one(WebhookTemplate),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateWebhookTemplate: {
    method: 'put',
    path: '/api/v1/webhooks/templates/{id}',
    permission: 'webhook:update',
    summary: 'Change a webhook template',
    params,
    body: UpdateWebhookTemplate,
    reply: one(WebhookTemplate),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteWebhookTemplate: {
    method: 'delete',
    path: '/api/v1/webhooks/templates/{id}',
    permission: 'webhook:delete',
    summary: 'Delete a webhook template',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  createWebhookFromTemplate: {
    method: 'post',
    path: '/api/v1/webhooks/templates/{id}/create',
    permission: 'webhook:create',
    mayUse: eventReaders,
    summary: 'Create a webhook from a template',
    description: 'The caller needs the permission to read each of the events. The answer shows the signing secret, once.',
    params,
    body: UseWebhookTemplate,
    reply: created(WebhookWithSecret),
    versioned: true,
    secretReply: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
