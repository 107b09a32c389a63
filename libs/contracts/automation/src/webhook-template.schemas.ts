import { Id, JsonValue, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { CustomHeaders, EventPattern, payloadFormats, PayloadTransformation, securityTypes, webhookMethods } from './webhook-fields.ts';
import { CreateWebhook } from './webhook.schemas.ts';

const DefaultConfig = z
  .object({
    url_template: z.string().max(2000).nullable().default(null).describe('What the address of the receiver looks like, for people'),
    method: z.enum(webhookMethods).default('POST').describe('HTTP method of each request'),
    headers: CustomHeaders.default({}),
    payload_format: z.enum(payloadFormats).default('json').describe('How the body is written'),
    payload_template: PayloadTransformation.shape.template,
    security_type: z.enum(securityTypes).default('none').describe('How the receiver is told who calls'),
  })
  .refine(({ payload_format, payload_template }) => payload_format !== 'custom' || payload_template !== undefined, {
    path: ['payload_template'],
    message: 'is needed with payload_format custom',
  })
  .meta({ id: 'WebhookTemplateConfig' });

const fields = {
  name: z.string().trim().min(1).max(255).describe('What people call it').meta({ example: 'Chat of the service desk' }),
  category: z.string().trim().min(1).max(100).describe('Kind of receiver, such as chat'),
  description: z.string().trim().max(2000).nullable().describe('What it is for'),
  default_config: DefaultConfig.describe('What a webhook made from it starts with'),
  required_fields: z.array(z.string().trim().min(1).max(100)).max(50).describe('Members of a new webhook its maker has to give'),
  supported_events: z.array(EventPattern).min(1).max(200).describe('Events a webhook made from it is sent, unless it says otherwise'),
};

export const WebhookTemplate = z
  .object({
    template_id: Id.describe('Identifies the template'),
    ...fields,
    is_system_template: z.boolean().describe('Whether it comes with the product and cannot be changed'),
    created_at: Timestamp.nullable().describe('When it was created; null for those that come with the product'),
    updated_at: Timestamp.nullable().describe('When it was last changed'),
  })
  .meta({ id: 'WebhookTemplate' });
export type WebhookTemplate = z.infer<typeof WebhookTemplate>;

export const CreateWebhookTemplate = z
  .object({
    ...fields,
    description: fields.description.optional(),
    default_config: fields.default_config.prefault({}),
    required_fields: fields.required_fields.default(['name', 'url']),
    supported_events: fields.supported_events.default(['*']),
  })
  .meta({
    id: 'CreateWebhookTemplate',
    example: {
      name: 'Chat of the service desk',
      category: 'chat',
      description: 'Posts new tickets into a channel',
      default_config: { method: 'POST', payload_format: 'json' },
      required_fields: ['url'],
      supported_events: ['ticket.created'],
    },
  });
export type CreateWebhookTemplate = z.output<typeof CreateWebhookTemplate>;

export const UpdateWebhookTemplate = z.object(fields).partial().meta({ id: 'UpdateWebhookTemplate' });
export type UpdateWebhookTemplate = z.output<typeof UpdateWebhookTemplate>;

export const WebhookTemplateListQuery = listQuery({
  sort: ['name', 'created_at', 'category'],
  defaultSort: 'name',
  defaultOrder: 'asc',
  filters: {
    category: z.string().max(100).optional().describe('Kind of receiver'),
    is_system_template: QueryBoolean.optional().describe('Whether it comes with the product'),
  },
});
export type WebhookTemplateListQuery = z.infer<typeof WebhookTemplateListQuery>;

export const UseWebhookTemplate = z
  .object({
    name: fields.name,
    url: CreateWebhook.shape.url,
    custom_config: z
      .record(z.string(), JsonValue)
      .default({})
      .describe('Members of a new webhook that take the place of what the template says; headers are merged'),
  })
  .meta({ id: 'UseWebhookTemplate' });
