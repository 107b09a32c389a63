import { conflict, invalidField, type Issue, notFound, ApiError } from '@psa/contract-kit';
import {
  CreateWebhook,
  type CreateWebhookTemplate,
  type UpdateWebhookTemplate,
  type UseWebhookTemplate,
  type WebhookTemplate,
} from '@psa/contracts-automation';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Db, Tx } from '../../automation-app.ts';
import { builtInTemplates } from './built-in-templates.ts';
import {
  allTemplates,
  deleteTemplateRow,
  findTemplate,
  insertTemplate,
  lockTemplate,
  type TemplateRecord,
  updateTemplateRow,
} from './webhook-template.records.ts';
import { toTemplate } from './webhook-template.view.ts';

export const MOST_TEMPLATES = 200;
/** Version of the templates that come with the product. */
const BUILT_IN = 1;

export interface TemplateAndVersion {
  readonly template: WebhookTemplate;
  readonly version: number;
}

/** @throws NOT_FOUND */
export async function getTemplate(db: Db, templateId: string): Promise<TemplateAndVersion> {
  const builtIn = builtInTemplates.find(({ template_id }) => template_id === templateId);
  if (builtIn !== undefined) return { template: builtIn, version: BUILT_IN };
  const row = await findTemplate(db, templateId);
  if (row === undefined) throw notFound('Template');
  return { template: toTemplate(row), version: row.version };
}

/** @throws CONFLICT when the tenant has too many */
export function createTemplate(db: Db, { default_config, ...input }: CreateWebhookTemplate): Promise<TemplateRecord> {
  return db.transaction(async (tx) => {
    if ((await allTemplates(tx, MOST_TEMPLATES)).length >= MOST_TEMPLATES)
      throw conflict(`A tenant has ${MOST_TEMPLATES} templates at most`);
    return insertTemplate(tx, {
      ...input,
      template_id: uuidv7(),
      description: input.description ?? null,
      default_config: JSON.stringify(default_config),
    });
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for a template of the product */
export function updateTemplate(
  db: Db,
  templateId: string,
  { default_config, ...changes }: UpdateWebhookTemplate,
  accepted: Accepted,
): Promise<TemplateRecord> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, templateId, accepted);
    return updateTemplateRow(tx, templateId, {
      ...changes,
      ...(default_config === undefined ? {} : { default_config: JSON.stringify(default_config) }),
    });
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for a template of the product */
export function deleteTemplate(db: Db, templateId: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, templateId, accepted);
    await deleteTemplateRow(tx, templateId);
  });
}

async function lockOwn(tx: Tx, templateId: string, accepted: Accepted): Promise<void> {
  if (builtInTemplates.some(({ template_id }) => template_id === templateId)) throw conflict('A template of the product cannot be changed');
  const template = await lockTemplate(tx, templateId);
  if (template === undefined) throw notFound('Template');
  demandVersion(accepted, template.version);
}

/**
 * What a webhook made from a template is to be.
 * @throws VALIDATION_ERROR naming what is missing or wrong, in the members of the template's use
 */
export function webhookFromTemplate(
  { default_config, required_fields, supported_events }: WebhookTemplate,
  { name, url, custom_config }: z.output<typeof UseWebhookTemplate>,
): CreateWebhook {
  const given: Record<string, unknown> = { name, url, ...custom_config };
  const missing = required_fields.find((field) => given[field] === undefined);
  if (missing !== undefined) throw invalidField(['custom_config', missing], 'is required by the template', 'required');
  const { method, headers, payload_format, payload_template, security_type } = default_config;
  const { custom_headers, ...rest } = custom_config;
  const parsed = CreateWebhook.safeParse({
    method,
    payload_format,
    event_types: supported_events,
    security: { type: security_type },
    ...(payload_template === undefined ? {} : { payload_transformation: { template: payload_template } }),
    ...rest,
    custom_headers: { ...headers, ...(custom_headers as object | undefined) },
    name,
    url,
  });
  if (parsed.success) return parsed.data;
  throw new ApiError(
    'VALIDATION_ERROR',
    undefined,
    parsed.error.issues.map(({ code, path, message }): Issue => ({ code, path: ['custom_config', ...(path as string[])], message })),
  );
}
