import type { z } from 'zod';
import { createSchema } from 'zod-openapi';
import type { Event } from '../event.ts';
import { PublicEvent } from '../public-event.ts';
import type { ApiInfo } from './api-info.ts';
import { exampleOf, type JsonSchema } from './example.ts';
import { mergeNulls, schemaStyle } from './schema-style.ts';

/** As much of AsyncAPI 3.0 as the product's events need. */
export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: object;
  readonly defaultContentType: string;
  readonly servers: Readonly<Record<string, object>>;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly messages: Readonly<Record<string, Message>> };
}

interface Reference {
  readonly $ref: string;
}
interface Channel {
  readonly address: string;
  readonly title: string;
  readonly messages: Readonly<Record<string, Reference>>;
}
interface Operation {
  readonly action: 'send';
  readonly channel: Reference;
  readonly summary: string;
  readonly description: string;
  readonly messages: readonly Reference[];
  readonly tags: readonly { name: string }[];
}
interface Message {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly contentType: string;
  readonly payload: JsonSchema;
  readonly examples: readonly object[];
}

const MEDIA_TYPE = 'application/json';

const DESCRIPTION = `
Events as webhooks deliver them and \`GET /api/v1/events\` returns them. A channel has the name of its event: webhooks, rules and the feed select by it.

Every message is a CloudEvent 1.0 in JSON; members beside those of the standard are extension attributes. Delivery is at least once: an \`id\` may come again, and means the same fact. Order is not promised:
\`aggregateversion\` counts the changes of one aggregate, and an older one than the one known is to be ignored. Members may be added to \`data\`; a change
that breaks consumers gets a new version, at the end of \`type\`.
`.trim();

/** The AsyncAPI 3.0 document of the given events: a channel by subject, an operation and a message each. */
export function asyncApiDocument(events: readonly Event[], info: Pick<ApiInfo, 'version' | 'contact' | 'license'>): AsyncApiDocument {
  const schemas: Record<string, JsonSchema> = {};
  const describe = (schema: z.ZodType): JsonSchema => {
    const described = createSchema(schema, { io: 'output', opts: schemaStyle });
    Object.assign(schemas, described.components);
    return described.schema as JsonSchema;
  };
  describe(PublicEvent);

  const channels: Record<string, Channel> = {};
  const operations: Record<string, Operation> = {};
  const messages: Record<string, Message> = {};
  for (const event of events) {
    const { type, domain, name, summary, reader } = event;
    if (type in messages) throw new Error(`Two events are of type ${type}`);
    const schema = `${type}.data`;
    schemas[schema] = describe(event.data);
    mergeNulls(schemas);
    channels[name] = {
      address: name,
      title: name,
      // A later version of an event goes through the same channel.
      messages: { ...channels[name]?.messages, [type]: { $ref: `#/components/messages/${type}` } },
    };
    operations[type] = {
      action: 'send',
      channel: { $ref: `#/channels/${name}` },
      summary,
      description: `${summary}. Sent by the ${domain} service. ${reader === undefined ? 'Only services receive it.' : `Readers need ${reader}.`}`,
      messages: [{ $ref: `#/channels/${name}/messages/${type}` }],
      tags: [{ name: domain }],
    };
    messages[type] = {
      name: type,
      title: name,
      summary,
      contentType: MEDIA_TYPE,
      payload: envelopeAround(event, schema),
      examples: [{ name, payload: envelopeExample(event, schemas) }],
    };
  }
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'PSA events',
      version: info.version,
      description: DESCRIPTION,
      contact: info.contact,
      license: info.license,
      tags: [...new Set(events.map(({ domain }) => domain))].map((name) => ({ name, description: `What the ${name} service tells` })),
    },
    defaultContentType: MEDIA_TYPE,
    servers: {
      api: {
        host: 'psa.example',
        protocol: 'https',
        description: 'The gateway of the installation: it calls webhooks, and serves the feed of events',
      },
    },
    channels,
    operations,
    components: { schemas, messages },
  };
}

function envelopeAround({ type, domain, name }: Event, dataSchema: string): JsonSchema {
  return {
    allOf: [
      { $ref: '#/components/schemas/PublicEvent' },
      {
        type: 'object',
        properties: {
          type: { const: type },
          eventname: { const: name },
          source: { const: `/psa/${domain}` },
          data: { $ref: `#/components/schemas/${dataSchema}` },
        },
      },
    ],
  };
}

function envelopeExample({ type, domain, name, key }: Event, schemas: Readonly<Record<string, JsonSchema>>): object {
  const data = exampleOf(schemas[`${type}.data`] ?? {}, schemas) as Record<string, unknown>;
  // Only an event whose data is too long has the mark.
  const { datatruncated: _, ...envelope } = exampleOf(schemas['PublicEvent'] ?? {}, schemas) as Record<string, unknown>;
  return { ...envelope, type, eventname: name, source: `/psa/${domain}`, subject: String(data[key]), data };
}
