import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateLineTemplate, type LineTemplate, lineTemplateRoutes } from '@psa/contracts-billing';
import { violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import { type Db, handlers } from '../../billing-app.ts';
import { createLineFrom } from '../contract-line/contract-line.actions.ts';
import { toContractLine } from '../contract-line/contract-line.view.ts';
import { checkedConfig } from '../contract-line/line-service/line-service.rules.ts';
import { findService } from '../service/service.records.ts';
import { deleteLineTemplateRow, findLineTemplate, insertLineTemplate, listLineTemplates } from './line-template.records.ts';

export const lineTemplateHandlers = handlers(lineTemplateRoutes, {
  listLineTemplates: async ({ db, principal, query }) => {
    const { rows, pagination } = await listLineTemplates(db, query, principal.userId);
    return { data: rows, pagination };
  },

  createLineTemplate: async ({ db, principal, body }) => ({ data: await createLineTemplate(db, principal.userId, body) }),

  deleteLineTemplate: async ({ db, principal, params }) => {
    await requireTemplate(db, params.id, principal.userId);
    await db.transaction((tx) => deleteLineTemplateRow(tx, params.id));
  },

  useLineTemplate: async ({ db, principal, params, body }) => {
    const template = await requireTemplate(db, params.id, principal.userId);
    const { contract_line_type, billing_frequency, base_rate, default_services } = template;
    const line = { contract_line_name: body.contract_line_name, contract_line_type, billing_frequency, base_rate };
    const services = default_services.map(({ default_rate, ...service }) => ({ ...service, custom_rate: default_rate }));
    return { data: toContractLine(await createLineFrom(db, line, services)) };
  },

  getLineTemplate: async ({ db, principal, params }) => ({ data: await requireTemplate(db, params.id, principal.userId) }),
});

/** @throws VALIDATION_ERROR naming a service that is not there or cannot be billed so, CONFLICT when the name is taken */
async function createLineTemplate(db: Db, created_by: string, input: CreateLineTemplate): Promise<LineTemplate> {
  const services: LineTemplate['default_services'] = [];
  for (const [index, { service_id, quantity, default_rate = null, ...given }] of input.default_services.entries()) {
    if ((await findService(db, service_id)) === undefined)
      throw invalidField(['default_services', index, 'service_id'], 'is not a service of this tenant', 'unknown_reference');
    if (services.some((other) => other.service_id === service_id))
      throw invalidField(['default_services', index, 'service_id'], 'is given twice', 'duplicate');
    const configuration_type = given.configuration_type ?? input.contract_line_type;
    const type_config = checkedConfig(configuration_type, given.type_config);
    services.push({ service_id, configuration_type, default_rate, quantity, type_config });
  }
  const { template_name, template_description = null, contract_line_type, billing_frequency, base_rate = null, is_public } = input;
  return db
    .transaction((tx) =>
      insertLineTemplate(tx, {
        template_id: uuidv7(),
        template_name,
        template_description,
        contract_line_type,
        billing_frequency,
        base_rate,
        default_services: JSON.stringify(services),
        is_public,
        created_by,
      }),
    )
    .catch((error: unknown) => {
      throw violates(error, 'line_templates_name') ? conflict('A template has the name already', { template_name }) : error;
    });
}

/** @throws NOT_FOUND, also for one that is somebody else's */
async function requireTemplate(db: Db, id: string, userId: string): Promise<LineTemplate> {
  const template = await findLineTemplate(db, id, userId);
  if (template === undefined) throw notFound('Template');
  return template;
}
