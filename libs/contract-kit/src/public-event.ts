import { z } from 'zod';
import { Timestamp } from './fields.ts';
import { Id } from './ids.ts';

/** A fact as it is told outside the product: CloudEvents 1.0, in webhooks and in the feed alike. */
export const PublicEvent = z
  .object({
    specversion: z.literal('1.0'),
    id: Id.describe('Identifies the event: one that comes again is the same fact'),
    source: z.string().describe('`/psa/<service>`'),
    type: z.string().describe('`psa.<domain>.<aggregate>.<fact>.v<version>`'),
    eventname: z.string().describe('Name that webhooks, rules and the feed select by, such as `asset.created`'),
    subject: z.string().describe('Id of what it is about'),
    time: Timestamp.describe('When it happened'),
    datacontenttype: z.literal('application/json'),
    tenantid: Id.describe('Tenant it happened at'),
    actorid: z.string().describe('Who did it'),
    actortype: z.enum(['user', 'api_key', 'system']),
    aggregateversion: z.int().describe('Counts the changes of the subject: what is older than the version known is to be ignored'),
    correlationid: z.string().describe('Id of the request that started the chain'),
    causationid: z.string().optional().describe('Id of the event that led to this one'),
    traceparent: z.string().optional().describe('W3C trace context'),
    data: z.record(z.string(), z.unknown()),
    datatruncated: z.literal(true).optional().describe('The data would have been too long for a delivery: only the id is there'),
  })
  .meta({ id: 'PublicEvent' });
export type PublicEvent = z.infer<typeof PublicEvent>;
