import { JsonValue } from '@psa/contract-kit';
import { z } from 'zod';

export const webhookMethods = ['POST', 'PUT', 'PATCH'] as const;
export const payloadFormats = ['json', 'form_data', 'xml', 'custom'] as const;
export const securityTypes = ['none', 'basic_auth', 'bearer_token', 'api_key', 'hmac_signature'] as const;
export const retryStrategies = ['standard', 'exponential_backoff', 'linear_backoff', 'fixed_interval', 'custom'] as const;
export const filterOperators = ['equals', 'not_equals', 'contains', 'not_contains', 'greater_than', 'less_than', 'in', 'not_in'] as const;

/** A token of RFC 9110. */
export const HeaderName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'must be the name of an HTTP header');

/** What may stand in a header without changing the request around it. */
export const HeaderValue = z
  .string()
  .max(1024)
  .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII');

/** The product's own, those of the connection, and those whose values are secrets: these belong into `security`. */
const RESERVED_HEADER =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|proxy-.*|webhook-.*|cookie|traceparent)$/i;
const SECRET_HEADER = /authorization|token|secret|signature|password|api[-_]?key/i;

export const CustomHeaders = z
  .record(HeaderName, HeaderValue)
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > 20) context.addIssue({ code: 'custom', message: 'must have at most 20 members' });
    if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
      context.addIssue({ code: 'custom', message: 'must name each header once' });
    for (const name of names) {
      if (RESERVED_HEADER.test(name)) context.addIssue({ code: 'custom', path: [name], message: 'is set by the product' });
      else if (SECRET_HEADER.test(name))
        context.addIssue({ code: 'custom', path: [name], message: 'holds a secret: use security instead' });
    }
  })
  .describe('Further headers of each request; they are shown to whoever may read webhooks');

const SecretText = z.string().min(1).max(4096);

/** How the receiver is told who calls, beside the signature every delivery has. Secrets that are absent in a change are kept. */
export const WebhookSecurityInput = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('none') }),
    z.object({
      type: z.literal('basic_auth'),
      username: z
        .string()
        .min(1)
        .max(255)
        .regex(/^[^:]+$/, 'must not hold a colon')
        .refine((text) => !/\p{Cc}/u.test(text), 'must not contain control characters'),
      password: SecretText.optional(),
    }),
    z.object({ type: z.literal('bearer_token'), token: HeaderValue.min(1).max(4096).optional() }),
    z.object({
      type: z.literal('api_key'),
      header_name: HeaderName.refine((name) => !RESERVED_HEADER.test(name), 'is set by the product').default('X-Api-Key'),
      token: HeaderValue.min(1).optional(),
    }),
    z.object({
      type: z.literal('hmac_signature'),
      signature_header: HeaderName.refine((name) => !RESERVED_HEADER.test(name), 'is set by the product').default('X-Signature'),
      algorithm: z.enum(['sha256', 'sha512']).default('sha256'),
      secret: SecretText.optional(),
    }),
  ])
  .meta({ id: 'WebhookSecurityInput' });
export type WebhookSecurityInput = z.output<typeof WebhookSecurityInput>;

/** The same without its secrets. */
export const WebhookSecurity = z
  .object({
    type: z.enum(securityTypes).describe('How the receiver is told who calls'),
    username: z.string().optional().describe('With basic_auth'),
    header_name: z.string().optional().describe('Header of the key, with api_key'),
    signature_header: z.string().optional().describe('Header of the signature in hexadecimal, with hmac_signature'),
    algorithm: z.enum(['sha256', 'sha512']).optional().describe('With hmac_signature'),
  })
  .meta({ id: 'WebhookSecurity' });
export type WebhookSecurity = z.infer<typeof WebhookSecurity>;

const Scalar = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/** Path of a member of the event's data, such as `status` or `changes.status.new`. */
export const DataPath = z
  .string()
  .max(200)
  .regex(/^\w+(?:\.\w+)*$/, 'must be the names of members, separated by dots');

export const EventFilter = z
  .object({
    entity_types: z.array(z.string().min(1).max(100)).max(100).optional().describe('First parts of event names, such as `asset`'),
    entity_ids: z.array(z.string().min(1).max(200)).max(500).optional().describe('Ids of the things the events are about'),
    client_ids: z.array(z.guid().toLowerCase()).max(500).optional().describe('Clients the events concern'),
    tags: z.array(z.string().min(1).max(100)).max(100).optional().describe('At least one of them is among the tags of the data'),
    conditions: z
      .array(
        z.object({
          field: DataPath.describe('Member of the data'),
          operator: z.enum(filterOperators).describe('How it compares'),
          value: z.union([Scalar, z.array(Scalar).max(500)]).describe('What with; a list for in and not_in'),
        }),
      )
      .max(20)
      .optional()
      .describe('All of them hold'),
  })
  .meta({ id: 'WebhookEventFilter' });
export type EventFilter = z.infer<typeof EventFilter>;

export const PayloadTransformation = z
  .object({
    include_fields: z.array(DataPath).max(100).optional().describe('Only these members of the data are sent'),
    exclude_fields: z.array(DataPath).max(100).optional().describe('These members of the data are left out'),
    custom_fields: z
      .record(z.string().regex(/^\w{1,100}$/), Scalar)
      .refine((fields) => Object.keys(fields).length <= 50, 'must have at most 50 members')
      .optional()
      .describe('Members added to the data; `{{path}}` in a text stands for a member of the event'),
    flatten_nested: z.boolean().optional().describe('Members of members become members with dots in their names'),
    template: JsonValue.refine((template) => JSON.stringify(template).length <= 20_000, 'must have at most 20,000 characters')
      .optional()
      .describe(
        'The whole body, with payload_format custom; `{{path}}` in its texts stands for a member of the event, such as `{{data.name}}`',
      ),
  })
  .meta({ id: 'WebhookPayloadTransformation' });
export type PayloadTransformation = z.infer<typeof PayloadTransformation>;

const DAY_MS = 24 * 60 * 60 * 1000;

export const RetryConfig = z
  .object({
    strategy: z
      .enum(retryStrategies)
      .default('standard')
      .describe(
        'standard: ten attempts, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. Each pause is up to 20 % longer or shorter',
      ),
    max_attempts: z.int().min(1).max(10).default(10).describe('Attempts in all'),
    initial_delay: z.int().min(1).max(DAY_MS).default(5_000).describe('Milliseconds before the second attempt'),
    max_delay: z.int().min(1000).max(DAY_MS).default(DAY_MS).describe('Milliseconds between two attempts at most'),
    backoff_multiplier: z
      .number()
      .min(1)
      .max(100)
      .default(5)
      .describe('Each pause is this many times the one before, with exponential_backoff'),
    delays: z.array(z.int().min(1000).max(DAY_MS)).min(1).max(9).optional().describe('The pauses in milliseconds, with custom'),
    timeout: z.int().min(1000).max(30_000).default(15_000).describe('Milliseconds an attempt may take'),
  })
  .superRefine(({ strategy, delays, initial_delay, max_delay }, context) => {
    if (strategy === 'custom' && delays === undefined)
      context.addIssue({ code: 'custom', path: ['delays'], message: 'is needed with strategy custom' });
    if (initial_delay > max_delay)
      context.addIssue({ code: 'custom', path: ['initial_delay'], message: 'must not be longer than max_delay' });
  })
  .meta({ id: 'WebhookRetryConfig' });
export type RetryConfig = z.output<typeof RetryConfig>;

export const DeliveryRateLimit = z
  .object({
    enabled: z.boolean().default(false).describe('Whether there is a limit'),
    requests_per_minute: z
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .describe('Requests a minute in the long run, by each instance of the service'),
    burst_limit: z.int().min(1).max(1000).optional().describe("Requests at once after a pause; a tenth of a minute's when absent"),
  })
  .meta({ id: 'WebhookRateLimit' });
export type DeliveryRateLimit = z.output<typeof DeliveryRateLimit>;

/** The name of an event or its alias, such as `time.entry.created` for `time_entry.created`, all of an aggregate, or all there are. */
export const EventPattern = z
  .string()
  .max(200)
  .regex(/^(?:\*|[a-z0-9_]+\.\*|[a-z0-9_]+(?:\.[a-z0-9_]+)+)$/, 'must be the name of an event, `<entity>.*` or `*`');
