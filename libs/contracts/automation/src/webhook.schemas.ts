import { DateBound, dateUntil, EXAMPLE_ID, Id, JsonValue, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import {
  CustomHeaders,
  DeliveryRateLimit,
  EventFilter,
  EventPattern,
  payloadFormats,
  PayloadTransformation,
  RetryConfig,
  WebhookSecurity,
  WebhookSecurityInput,
  webhookMethods,
} from './webhook-fields.ts';

const name = z.string().trim().min(1).max(255).describe('What people call it');
const url = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .describe('Where events are sent: https on port 443 or 8443 of a public host, unless the operator allows it');

/** What a caller says of a webhook. */
const settings = {
  description: z.string().trim().max(2000).nullable().describe('What it is for'),
  method: z.enum(webhookMethods).describe('HTTP method of each request'),
  event_types: z
    .array(EventPattern)
    .min(1)
    .max(200)
    .describe('Events that are sent, by name; `<entity>.*` for all of an entity, `*` for all'),
  event_filter: EventFilter.nullable().describe('Which of these events are sent; all when null'),
  payload_format: z.enum(payloadFormats).describe('How the body is written; custom is what the template says'),
  content_type: z.enum(['application/json', 'application/cloudevents+json']).describe('How a JSON body is called'),
  payload_fields: z
    .array(z.string().min(1).max(100))
    .max(200)
    .nullable()
    .describe('Members of the data that are sent: all when null, only the id when empty'),
  payload_transformation: PayloadTransformation.nullable().describe('What becomes of the data on its way'),
  custom_headers: CustomHeaders,
  retry_config: RetryConfig.describe('When a failed request is sent again'),
  rate_limit: DeliveryRateLimit.describe('How many requests the receiver takes'),
  is_active: z.boolean().describe('Whether events are sent'),
  is_test_mode: z.boolean().describe('Whether its deliveries count as tests, which no statistics show'),
  verify_ssl: z.literal(true).describe('Certificates are always verified'),
  metadata: z
    .record(z.string().max(100), JsonValue)
    .refine((members) => JSON.stringify(members).length <= 10_000, 'must have at most 10,000 characters')
    .nullable()
    .describe("The caller's own notes"),
  tags: z.array(z.string().trim().min(1).max(50)).max(50).describe('Words to find it by'),
};

const RecentStats = z.object({
  last_24h: z.object({
    total_deliveries: z.int().describe('Deliveries begun'),
    successful_deliveries: z.int().describe('Deliveries that arrived'),
    failed_deliveries: z.int().describe('Deliveries that were given up'),
    success_rate: z.number().nullable().describe('Percentage of those decided that arrived; null when none is'),
  }),
});

export const Webhook = z
  .object({
    webhook_id: Id.describe('Identifies the webhook'),
    tenant: Id.describe('Tenant of the caller'),
    name,
    url,
    ...settings,
    security: WebhookSecurity.describe('How the receiver is told who calls, without the secrets'),
    total_deliveries: z.int().describe('Deliveries decided, tests apart'),
    successful_deliveries: z.int().describe('Of these, the ones that arrived'),
    failed_deliveries: z.int().describe('Of these, the ones that were given up'),
    consecutive_failures: z.int().describe('Failed attempts since the last success'),
    last_delivery_at: Timestamp.nullable().describe('Last attempt'),
    last_success_at: Timestamp.nullable().describe('Last attempt that arrived'),
    last_failure_at: Timestamp.nullable().describe('Last attempt that failed'),
    auto_disabled_at: Timestamp.nullable().describe('When the product stopped sending, after long failure or a 410'),
    disabled_reason: z.enum(['gone', 'failing']).nullable().describe('Why it did'),
    created_by_user_id: Id.describe('Who created it'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    recent_stats: RecentStats.optional().describe('The last day; when one webhook is read'),
    _links: z.record(z.string(), z.object({ href: z.string(), method: z.string() })).describe('Related operations'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** A webhook with its signing secret, which is shown this once. */
export const WebhookWithSecret = Webhook.extend({
  signing_secret: z.string().describe('Verifies the signatures of its deliveries, by Standard Webhooks. Shown once'),
}).meta({ id: 'WebhookWithSecret' });

export const CreateWebhook = z
  .object({
    name,
    url,
    event_types: settings.event_types,
    description: settings.description.optional(),
    method: settings.method.default('POST'),
    security: WebhookSecurityInput.default({ type: 'none' }),
    event_filter: settings.event_filter.optional(),
    payload_format: settings.payload_format.default('json'),
    content_type: settings.content_type.default('application/json'),
    payload_fields: settings.payload_fields.optional(),
    payload_transformation: settings.payload_transformation.optional(),
    custom_headers: settings.custom_headers.default({}),
    retry_config: settings.retry_config.prefault({}),
    rate_limit: settings.rate_limit.prefault({}),
    is_active: settings.is_active.default(true),
    is_test_mode: settings.is_test_mode.default(false),
    verify_ssl: settings.verify_ssl.default(true),
    metadata: settings.metadata.optional(),
    tags: settings.tags.default([]),
  })
  .meta({
    id: 'CreateWebhook',
    example: {
      name: 'Asset inventory',
      url: 'https://example.com/hooks/psa',
      description: 'Keeps the inventory of the finance team up to date',
      event_types: ['asset.created', 'asset.updated'],
      event_filter: { conditions: [{ field: 'asset_type', operator: 'equals', value: 'server' }] },
      custom_headers: { 'x-source': 'psa' },
      tags: ['inventory'],
    },
  });
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const UpdateWebhook = z
  .object({ name, url, ...settings, security: WebhookSecurityInput })
  .partial()
  .meta({
    id: 'UpdateWebhook',
    example: { event_types: ['asset.*'], retry_config: { max_attempts: 10, timeout: 15_000 }, is_active: true },
  });
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

export const webhookSortColumns = ['created_at', 'updated_at', 'name', 'last_delivery_at'] as const;

const percentage = z
  .string()
  .regex(/^\d{1,3}(?:\.\d{1,3})?$/, 'must be a percentage')
  .transform(Number)
  .pipe(z.number().max(100))
  .optional();

export const WebhookListQuery = listQuery({
  sort: webhookSortColumns,
  defaultSort: 'created_at',
  filters: {
    name: z.string().max(255).optional().describe('Text in the name'),
    url: z.string().max(255).optional().describe('Text in the address'),
    event_type: EventPattern.optional().describe('Webhooks that are sent this event, by its name or by a pattern'),
    is_active: QueryBoolean.optional().describe('Whether events are sent'),
    is_test_mode: QueryBoolean.optional().describe('Whether its deliveries count as tests'),
    payload_format: z.enum(payloadFormats).optional().describe('How the body is written'),
    last_delivery_from: DateBound.optional().describe('Last attempt at or after'),
    last_delivery_to: dateUntil('Last attempt at or before'),
    has_failures: QueryBoolean.optional().describe('Whether a delivery was ever given up'),
    delivery_rate_min: percentage.describe('Percentage of deliveries that arrived, at least'),
    delivery_rate_max: percentage.describe('Percentage of deliveries that arrived, at most'),
  },
});
export type WebhookListQuery = z.infer<typeof WebhookListQuery>;

export const RotateWebhookSecret = z
  .object({
    overlap_seconds: z
      .int()
      .min(0)
      .max(7 * 86_400)
      .default(86_400)
      .describe('How long deliveries are signed with the previous secret as well'),
  })
  .meta({ id: 'RotateWebhookSecret' });

export const RotatedWebhookSecret = z
  .object({
    webhook_id: Id.describe('The webhook'),
    signing_secret: z.string().describe('The new secret. Shown once'),
    previous_secret_valid_until: Timestamp.nullable().describe('Until when deliveries are signed with the previous one as well'),
  })
  .meta({ id: 'RotatedWebhookSecret' });

export const WebhookHealth = z
  .object({
    webhook_id: Id.describe('The webhook'),
    status: z.enum(['healthy', 'failing', 'disabled']).describe('failing: the last attempt failed'),
    is_active: z.boolean().describe('Whether events are sent'),
    auto_disabled_at: Timestamp.nullable().describe('When the product stopped sending'),
    disabled_reason: z.enum(['gone', 'failing']).nullable().describe('Why it did'),
    consecutive_failures: z.int().describe('Failed attempts since the last success'),
    failing_since: Timestamp.nullable().describe('First failed attempt since the last success'),
    paused_until: Timestamp.nullable().describe('The receiver is left alone until then, after five failures in a row'),
    waiting_deliveries: z.int().describe('Deliveries still to be made'),
    success_rate: z.number().nullable().describe('Percentage of deliveries that arrived; null when there was none'),
    last_delivery_at: Timestamp.nullable().describe('Last attempt'),
    last_success_at: Timestamp.nullable().describe('Last attempt that arrived'),
    last_failure_at: Timestamp.nullable().describe('Last attempt that failed'),
  })
  .meta({ id: 'WebhookHealth' });

export const WebhookSubscription = z
  .object({
    event_type: z.string().describe('Name of the event'),
    pattern: z.string().describe('Entry of event_types that selects it'),
    summary: z.string().describe('What it tells'),
  })
  .meta({ id: 'WebhookSubscription' });

export const EventType = z
  .object({
    event_type: z.string().describe('Name to select it by'),
    type: z.string().describe('`type` of the CloudEvent'),
    domain: z.string().describe('Service it comes from'),
    entity_type: z.string().describe('What it is about'),
    summary: z.string().describe('What it tells'),
    permission: z.string().describe('What a reader of it needs'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of its data'),
  })
  .meta({ id: 'EventType' });

export const VerifyWebhookSignature = z
  .object({
    webhook_id: Id.describe('The webhook whose secrets are tried'),
    message_id: z.string().min(1).max(255).describe('Header webhook-id'),
    timestamp: z
      .string()
      .regex(/^\d{1,12}$/, 'must be seconds since the epoch')
      .describe('Header webhook-timestamp'),
    signature: z.string().min(1).max(2000).describe('Header webhook-signature'),
    body: z.string().max(500_000).describe('The body as it arrived'),
  })
  .meta({
    id: 'VerifyWebhookSignature',
    example: {
      webhook_id: EXAMPLE_ID,
      message_id: 'msg_2b6Xq',
      timestamp: '1780304400',
      signature: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      body: '{"type":"psa.assets.asset.created.v1"}',
    },
  });

export const BulkWebhooks = z
  .object({
    webhook_ids: z.array(Id).min(1).max(100).describe('The webhooks, each once'),
    operation: z.enum(['activate', 'deactivate', 'delete', 'test']).describe('What is done with each'),
    test_event_type: z.string().max(200).optional().describe('Event the tests look like; webhook.test when absent'),
  })
  .refine(({ webhook_ids }) => new Set(webhook_ids).size === webhook_ids.length, {
    path: ['webhook_ids'],
    message: 'must name each webhook once',
  })
  .meta({ id: 'BulkWebhooks' });

export const BulkWebhooksResult = z
  .object({
    processed: z.int().describe('Webhooks it was done with'),
    errors: z.array(z.string()).describe('Why it was not done with the others'),
  })
  .meta({ id: 'BulkWebhooksResult' });
