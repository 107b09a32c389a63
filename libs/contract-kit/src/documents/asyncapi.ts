import type { z } from 'zod';
import { createSchema } from 'zod-openapi';
import { type Event, EventEnvelope } from '../event.ts';
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
  readonly parameters: object;
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

const CLOUD_EVENT = 'application/cloudevents+json';

const DESCRIPTION = `
Facts the services tell each other over NATS JetStream, and the names that outgoing webhooks and automation rules select by.

Every message is a CloudEvent 1.0 in JSON. Delivery is at least once: an \`id\` may come again, and means the same fact. Order is not promised:
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
  describe(EventEnvelope);

  const channels: Record<string, Channel> = {};
  const operations: Record<string, Operation> = {};
  const messages: Record<string, Message> = {};
  for (const event of events) {
    const { type, domain, name, summary, subject } = event;
    if (type in messages) throw new Error(`Two events are of type ${type}`);
    const channel = `${domain}.${name}`;
    const schema = `${type}.data`;
    schemas[schema] = describe(event.data);
    mergeNulls(schemas);
    channels[channel] = {
      address: `${subject}.{tenant}`,
      title: name,
      // A later version of an event goes through the same channel.
      messages: { ...channels[channel]?.messages, [type]: { $ref: `#/components/messages/${type}` } },
      parameters: { tenant: { description: 'Id of the tenant it happened at; `*` subscribes to all' } },
    };
    operations[type] = {
      action: 'send',
      channel: { $ref: `#/channels/${channel}` },
      summary,
      description: `${summary}. Sent by the ${domain} service.`,
      messages: [{ $ref: `#/channels/${channel}/messages/${type}` }],
      tags: [{ name: domain }],
    };
    messages[type] = {
      name: type,
      title: name,
      summary,
      contentType: CLOUD_EVENT,
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
    defaultContentType: CLOUD_EVENT,
    servers: {
      nats: { host: 'nats:4222', protocol: 'nats', description: 'The NATS of the installation, with JetStream; one stream a domain' },
    },
    channels,
    operations,
    components: { schemas, messages },
  };
}

function envelopeAround({ type, domain }: Event, dataSchema: string): JsonSchema {
  return {
    allOf: [
      { $ref: '#/components/schemas/EventEnvelope' },
      {
        type: 'object',
        properties: { type: { const: type }, source: { const: `/psa/${domain}` }, data: { $ref: `#/components/schemas/${dataSchema}` } },
      },
    ],
  };
}

function envelopeExample({ type, domain, key }: Event, schemas: Readonly<Record<string, JsonSchema>>): object {
  const data = exampleOf(schemas[`${type}.data`] ?? {}, schemas) as Record<string, unknown>;
  const envelope = exampleOf(schemas['EventEnvelope'] ?? {}, schemas) as object;
  return { ...envelope, type, source: `/psa/${domain}`, subject: String(data[key]), data };
}
