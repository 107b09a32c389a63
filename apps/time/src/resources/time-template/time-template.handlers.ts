import { conflict, notFound } from '@psa/contract-kit';
import { type TimeTemplate, timeTemplateRoutes } from '@psa/contracts-time';
import { violates } from '@psa/postgres-kit';
import type { z } from 'zod';
import { handlers } from '../../time-app.ts';
import { requireService, requireWorkItem } from '../work-item/work-item.references.ts';
import { deleteTimeTemplate, insertTimeTemplate, listTimeTemplates, type TimeTemplateRecord } from './time-template.records.ts';

const toTimeTemplate = ({ version: _version, ...row }: TimeTemplateRecord): z.infer<typeof TimeTemplate> => row;

export const timeTemplateHandlers = handlers(timeTemplateRoutes, {
  listTimeTemplates: async ({ db, principal, query }) => {
    const { rows, pagination } = await listTimeTemplates(db, query, principal.userId);
    return { data: rows.map((row) => toTimeTemplate(row)), pagination };
  },

  createTimeTemplate: async ({ db, ports, principal, body }) => {
    if (body.work_item_id !== undefined) await requireWorkItem(db, ports, principal, body);
    if (body.service_id) await requireService(db, ports, body.service_id);
    try {
      const row = await insertTimeTemplate(db, principal.userId, body);
      return { data: toTimeTemplate(row) };
    } catch (error) {
      if (!violates(error, 'time_templates_name')) throw error;
      throw conflict(`A template ${body.template_name} is there already`);
    }
  },

  deleteTimeTemplate: async ({ db, principal, params }) => {
    if (!(await deleteTimeTemplate(db, principal.userId, params.id))) throw notFound('Template');
  },
});
