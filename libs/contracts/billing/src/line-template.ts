import { created, Id, listQuery, nothing, one, page, QueryBoolean, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { BillingFrequency, ContractLineType, MinorUnits } from './contract-fields.ts';
import { ContractLine } from './contract-line.schemas.ts';
import { configurationTypes } from './line-service.ts';

const Name = z.string().trim().min(1).max(255);

const DefaultService = z.object({
  service_id: Id.describe('The service'),
  configuration_type: z.enum(configurationTypes).optional().describe('How it is billed; as the line is when absent'),
  default_rate: MinorUnits.nullish().describe('Price of one in minor units; that of the service when absent'),
  quantity: z.int().min(1).max(1_000_000).default(1).describe('How many'),
  type_config: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('How it is billed, by its type')
    .meta({ override: { type: 'object', additionalProperties: true } }),
});

const fields = {
  template_name: Name.describe('Name, of one template alone whatever its case'),
  template_description: z.string().trim().max(2_000).nullish().describe('What it is for'),
  contract_line_type: ContractLineType.describe('Type of the lines made from it'),
  billing_frequency: BillingFrequency.describe('How often they are billed'),
  base_rate: MinorUnits.nullish().describe('Their fee of a period in minor units'),
  default_services: z.array(DefaultService).max(100).default([]).describe('Services they have'),
  is_public: z.boolean().default(false).describe('Whether everybody is to see it in lists, instead of who made it alone'),
};

export const LineTemplate = z
  .object({
    template_id: Id.describe('Identifies the template'),
    template_name: z.string().describe('Name'),
    template_description: z.string().nullable().describe('What it is for'),
    contract_line_type: fields.contract_line_type,
    billing_frequency: fields.billing_frequency,
    base_rate: MinorUnits.nullable().describe('Fee of a period in minor units'),
    default_services: z
      .array(
        z.object({
          service_id: Id,
          configuration_type: z.enum(configurationTypes),
          default_rate: MinorUnits.nullable(),
          quantity: z.int(),
          type_config: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        }),
      )
      .describe('Services of the lines made from it'),
    is_public: z.boolean().describe('Whether everybody sees it in lists'),
    created_by: Id.describe('Who made it'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'LineTemplate' });
export type LineTemplate = z.infer<typeof LineTemplate>;

export const CreateLineTemplate = z.object(fields).meta({ id: 'CreateLineTemplate' });
export type CreateLineTemplate = z.infer<typeof CreateLineTemplate>;

export const LineTemplateListQuery = listQuery({
  sort: ['template_name', 'created_at', 'updated_at'],
  defaultSort: 'template_name',
  filters: {
    contract_line_type: ContractLineType.optional().describe('Only those of this type'),
    billing_frequency: BillingFrequency.optional().describe('Only those billed this often'),
    is_public: QueryBoolean.optional().describe('Whether everybody sees them'),
  },
});
export type LineTemplateListQuery = z.infer<typeof LineTemplateListQuery>;

export const UseLineTemplate = z.object({ contract_line_name: Name.describe('Name of the new line') }).meta({ id: 'UseLineTemplate' });

const params = z.object({ id: Id.describe('Template id') });

export const lineTemplateRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Contract lines', staffOnly: true },
  {
    listLineTemplates: {
      method: 'get',
      path: '/api/v1/contract-line-templates',
      permission: 'billing:read',
      summary: 'List templates of contract lines',
      query: LineTemplateListQuery,
      reply: page(LineTemplate),
    },
    createLineTemplate: {
      method: 'post',
      path: '/api/v1/contract-line-templates',
      permission: 'billing:create',
      summary: 'Create a template of contract lines',
      body: CreateLineTemplate,
      reply: created(LineTemplate),
      errors: ['CONFLICT'],
    },
    deleteLineTemplate: {
      method: 'delete',
      path: '/api/v1/contract-line-templates/{id}',
      permission: 'billing:delete',
      summary: 'Delete a template; lines made from it stay',
      params,
      reply: nothing(),
      errors: ['NOT_FOUND'],
    },
    useLineTemplate: {
      method: 'post',
      path: '/api/v1/contract-line-templates/{id}/create-contract-line',
      permission: 'billing:create',
      summary: 'Create a contract line from a template, with its services',
      params,
      body: UseLineTemplate,
      reply: created(ContractLine),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    getLineTemplate: {
      method: 'get',
      path: '/api/v1/contract-line-templates/{id}',
      permission: 'billing:read',
      summary: 'Read one template of contract lines',
      params,
      reply: one(LineTemplate),
      errors: ['NOT_FOUND'],
    },
  },
);
