import { z } from 'zod';
import { isPermissionName, type PermissionName } from './permissions/catalogue.ts';

/** One fact a service tells the others, declared once: outbox, consumers, webhooks and the AsyncAPI document read this literal. */
export interface EventSpec {
  /** Public name, `aggregate.fact` in the past tense: what webhooks and automation rules select by. */
  readonly name: `${string}.${string}`;
  readonly version: number;
  readonly summary: string;
  readonly data: z.ZodObject;
  /** Name of the member of `data` that identifies the aggregate. */
  readonly key: string;
  /** What its readers hold, to subscribe to it and to see it in the feed; `<aggregate>:read` when absent. */
  readonly permission?: PermissionName;
  /** Read also by people of the client that `data.client_id` names, as far as they hold the permission: nothing in it is the MSP's own affair. */
  readonly portal?: true;
}

export type Event<S extends EventSpec = EventSpec> = S & {
  readonly domain: string;
  readonly aggregate: string;
  /** CloudEvents type, `psa.<domain>.<name>.v<version>`. */
  readonly type: string;
  /** Subject without the tenant, which is its last token. */
  readonly subject: string;
  /** The permission its readers hold; undefined where nobody outside the services reads it. */
  readonly reader: PermissionName | undefined;
};

export type Events<S extends Record<string, EventSpec> = Record<string, EventSpec>> = { readonly [K in keyof S]: Event<S[K]> };

/** Types of all events whose contracts this process has loaded. */
const declaredTypes = new Set<string>();

/** Whether this version of the product knows a CloudEvents type. Others are of a newer one, while both run side by side. */
export function isDeclaredEventType(type: string): boolean {
  return declaredTypes.has(type);
}

type WithKey<S> = { [K in keyof S]: S[K] extends { data: z.ZodObject<infer Shape> } ? { key: keyof Shape & string } : never };

export type EventData<E extends EventSpec> = z.output<E['data']>;

/**
 * Declares the events of one domain.
 * @param domain the service that emits them
 * @param specs one literal per event
 */
export function events<const S extends Record<string, EventSpec>>(domain: string, specs: S & WithKey<S>): Events<S> {
  const entries = Object.entries(specs as S).map(([member, spec]) => {
    const [aggregate = ''] = spec.name.split('.');
    const type = `psa.${domain}.${spec.name}.v${spec.version}`;
    declaredTypes.add(type);
    const reader = spec.permission ?? readPermission(aggregate);
    return [member, { ...spec, domain, aggregate, type, subject: `${eventSubject(domain)}.${spec.name}`, reader }];
  });
  return Object.fromEntries(entries) as Events<S>;
}

function readPermission(aggregate: string): PermissionName | undefined {
  const name = `${aggregate}:read`;
  return isPermissionName(name) ? name : undefined;
}

/** Subject under which a domain's events are published. */
export function eventSubject(domain: string): string {
  return `psa.v1.evt.${domain}`;
}

/** Who caused a change: a person, an API key acting for one, or the product itself. */
export const Actor = z.object({ id: z.string(), type: z.enum(['user', 'api_key', 'system']) }).meta({ id: 'Actor' });
export type Actor = z.infer<typeof Actor>;

/** CloudEvents 1.0 in JSON, with the product's extension attributes in lower case as the standard demands. */
export const EventEnvelope = z
  .object({
    specversion: z.literal('1.0'),
    id: z.guid().describe('UUIDv7; also the message id that the broker removes duplicates by'),
    source: z.string().describe('`/psa/<service>`'),
    type: z.string().describe('`psa.<domain>.<aggregate>.<fact>.v<version>`'),
    subject: z.string().describe('Id of the aggregate'),
    time: z.string(),
    datacontenttype: z.literal('application/json'),
    tenant: z.guid(),
    actor: Actor,
    aggregateversion: z.int().describe('Version of the aggregate after this fact: an older fact than the one known is ignored'),
    correlationid: z.string().describe('Id of the request that started the chain'),
    causationid: z.string().nullable().describe('Id of the event that led to this one'),
    traceparent: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EventEnvelope' });

export type EventEnvelope<Data = Record<string, unknown>> = Omit<z.infer<typeof EventEnvelope>, 'data'> & { data: Data };
