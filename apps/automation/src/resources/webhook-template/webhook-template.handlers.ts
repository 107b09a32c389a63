import { webhookTemplateRoutes } from '@psa/contracts-automation';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { eventCatalogue } from '../../event-catalogue.ts';
import { createWebhook } from '../webhook-lifecycle/webhook.actions.ts';
import { demandEveryTicket } from '../event-feed/hidden-tickets.access.ts';
import { demandReadersOf, requireKnownEvents } from '../webhook/webhook.rules.ts';
import { toWebhook } from '../webhook/webhook.view.ts';
import { createTemplate, deleteTemplate, getTemplate, updateTemplate, webhookFromTemplate } from './webhook-template.actions.ts';
import { listTemplates } from './webhook-template.list.ts';
import { toTemplate } from './webhook-template.view.ts';

export const webhookTemplateHandlers = handlers(webhookTemplateRoutes, {
  listWebhookTemplates: async ({ db, query }) => {
    const { rows, pagination } = await listTemplates(db, query);
    return { data: [...rows], pagination };
  },

  createWebhookTemplate: async ({ db, body }) => {
    requireKnownEvents(body.supported_events, eventCatalogue, 'supported_events');
    const row = await createTemplate(db, body);
    return versioned({ data: toTemplate(row) }, row.version, `/api/v1/webhooks/templates/${row.template_id}`);
  },

  getWebhookTemplate: async ({ db, params }) => {
    const { template, version } = await getTemplate(db, params.id);
    return versioned({ data: template }, version);
  },

  updateWebhookTemplate: async ({ db, params, body, ifMatch }) => {
    if (body.supported_events !== undefined) requireKnownEvents(body.supported_events, eventCatalogue, 'supported_events');
    const row = await updateTemplate(db, params.id, body, ifMatch);
    return versioned({ data: toTemplate(row) }, row.version);
  },

  deleteWebhookTemplate: ({ db, params, ifMatch }) => deleteTemplate(db, params.id, ifMatch),

  createWebhookFromTemplate: async ({ db, principal, ports, params, body }) => {
    const { template } = await getTemplate(db, params.id);
    const input = webhookFromTemplate(template, body);
    requireKnownEvents(input.event_types, eventCatalogue);
    demandReadersOf(input.event_types, eventCatalogue, principal);
    await demandEveryTicket(db, ports, principal, input.event_types);
    const { row, secret } = await createWebhook(db, ports, input, principal.userId);
    return versioned({ data: { ...toWebhook(row), signing_secret: secret } }, row.version, `/api/v1/webhooks/${row.webhook_id}`);
  },
});
