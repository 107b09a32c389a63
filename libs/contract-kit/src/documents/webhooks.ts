import { createSchema } from 'zod-openapi';
import type { Event } from '../event.ts';
import type { JsonSchema } from './example.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { mergeNulls, schemaStyle } from './schema-style.ts';

const VERIFYING = `
Signatures of this request, \`v1,\` and base64, separated by spaces; two while the secret is rotated.

**Verification** by Standard Webhooks: compute HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{raw body}\`, with the base64-decoded part of the signing
secret after \`whsec_\` as the key. The request is authentic when base64 of it equals one of the signatures, compared in constant time, and the timestamp is at
most five minutes old. The SDK does this by \`verifyWebhook\`. Ignore a \`webhook-id\` that was handled before.
`.trim();

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
});

/** What every request to a webhook is sent with; described once, as it is the same for all events. */
const HEADERS = {
  'webhook-id': header('webhook-id', 'Id of the message, the same however often it is sent'),
  'webhook-timestamp': header('webhook-timestamp', 'Seconds since 1970 when this request was sent'),
  'webhook-signature': header('webhook-signature', VERIFYING),
};

type SchemaObject = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>[string];

/** Adds to a document what webhooks are sent: an entry for each event that can be selected, of its newest version. */
export function addWebhooks(document: OpenApiDocument, events: readonly Event[]): void {
  const components = (document.components ??= {});
  const schemas = (components.schemas ??= {}) as Record<string, JsonSchema>;
  Object.assign((components.parameters ??= {}), HEADERS);
  const webhooks: NonNullable<OpenApiDocument['webhooks']> = {};
  for (const event of events.filter(({ reader }) => reader !== undefined)) {
    const described = createSchema(event.data, { io: 'output', opts: schemaStyle });
    for (const [name, schema] of Object.entries(described.components)) schemas[name] ??= schema as JsonSchema;
    const data = described.schema as JsonSchema;
    mergeNulls(data);
    webhooks[event.name] = {
      post: {
        summary: event.summary,
        description: `${event.summary}. Subscribers need ${String(event.reader)}. How to verify a request is told with \`webhook-signature\`.`,
        // Receivers authenticate a request by its signature.
        security: [],
        parameters: Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/PublicEvent' },
                  {
                    type: 'object',
                    properties: { type: { const: event.type }, eventname: { const: event.name }, data: data as SchemaObject },
                  },
                ],
              },
            },
          },
        },
        responses: { '2XX': { description: 'Received. Any other answer, or none in time, has it sent again' } },
      },
    };
  }
  document.webhooks = webhooks;
}
