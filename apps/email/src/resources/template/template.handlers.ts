import { conflict, notFound } from '@psa/contract-kit';
import { type Template, templateRoutes } from '@psa/contracts-email';
import { demandVersion, versioned } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import { handlers } from '../../email-app.ts';
import { sanitizeMailHtml } from '../mail/sanitize-html.ts';
import { EXAMPLE_VARIABLES } from './built-in-templates.ts';
import { renderTemplate } from './render-template.ts';
import { listTemplates } from './template.list.ts';
import {
  deleteTemplateRow,
  findTemplate,
  insertTemplate,
  lockTemplate,
  type TemplateRecord,
  updateTemplateRow,
} from './template.records.ts';

const toTemplate = ({ tenant: _tenant, version: _version, ...shown }: TemplateRecord): Template => shown;

export const templateHandlers = handlers(templateRoutes, {
  listEmailTemplates: async ({ db, query }) => {
    const { rows, pagination } = await listTemplates(db, query);
    return { data: rows.map(toTemplate), pagination };
  },

  createEmailTemplate: async ({ db, body }) => {
    const row = await db
      .transaction((tx) => insertTemplate(tx, { template_id: uuidv7(), ...body }))
      .catch((error: unknown) => {
        throw violates(error, 'email_templates_key') ? conflict('There is a template with this key and language') : error;
      });
    return versioned({ data: toTemplate(row) }, row.version, `/api/v1/email/templates/${row.template_id}`);
  },

  getEmailTemplate: async ({ db, params }) => {
    const row = await findTemplate(db, params.id);
    if (row === undefined) throw notFound('Template');
    return versioned({ data: toTemplate(row) }, row.version);
  },

  updateEmailTemplate: async ({ db, params, body, ifMatch }) => {
    const row = await db.transaction(async (tx) => {
      const before = await lockTemplate(tx, params.id);
      if (before === undefined) throw notFound('Template');
      demandVersion(ifMatch, before.version);
      const changes = changedMembers(before, body);
      return Object.keys(changes).length === 0 ? before : updateTemplateRow(tx, params.id, changes);
    });
    return versioned({ data: toTemplate(row) }, row.version);
  },

  deleteEmailTemplate: ({ db, params, ifMatch }) =>
    db.transaction(async (tx) => {
      const before = await lockTemplate(tx, params.id);
      if (before === undefined) throw notFound('Template');
      demandVersion(ifMatch, before.version);
      await deleteTemplateRow(tx, params.id);
    }),

  previewEmailTemplate: async ({ db, params, body }) => {
    const row = await findTemplate(db, params.id);
    if (row === undefined) throw notFound('Template');
    const { html, missing, ...rendered } = renderTemplate(row, { ...EXAMPLE_VARIABLES, ...body.variables });
    return { data: { ...rendered, html: sanitizeMailHtml(html) ?? '', missing: [...missing] } };
  },
});
