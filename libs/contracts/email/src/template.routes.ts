import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { emailGroup } from './group.ts';
import { CreateTemplate, PreviewTemplate, Template, TemplateListQuery, TemplatePreview, UpdateTemplate } from './template.schemas.ts';

const params = z.object({ id: Id.describe('The template') });
const base = '/api/v1/email/templates';

export const templateRoutes = routes(emailGroup('Email templates'), {
  listEmailTemplates: {
    method: 'get',
    path: base,
    permission: 'email_provider:read',
    summary: 'List email templates',
    query: TemplateListQuery,
    reply: page(Template),
  },
  createEmailTemplate: {
    method: 'post',
    path: base,
    permission: 'email_provider:create',
    summary: 'Create an email template, one for each key and language',
    body: CreateTemplate,
    reply: created(Template),
    errors: ['CONFLICT'],
  },
  getEmailTemplate: {
    method: 'get',
    path: `${base}/{id}`,
    permission: 'email_provider:read',
    summary: 'Get an email template',
    params,
    reply: one(Template),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateEmailTemplate: {
    method: 'put',
    path: `${base}/{id}`,
    permission: 'email_provider:update',
    summary: 'Update an email template',
    params,
    body: UpdateTemplate,
    reply: one(Template),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteEmailTemplate: {
    method: 'delete',
    path: `${base}/{id}`,
    permission: 'email_provider:delete',
    summary: 'Delete an email template; the built-in text is used again',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  previewEmailTemplate: {
    method: 'post',
    path: `${base}/{id}/preview`,
    permission: 'email_provider:read',
    summary: 'Render an email template without sending it',
    params,
    body: PreviewTemplate,
    reply: one(TemplatePreview),
    errors: ['NOT_FOUND'],
  },
});
