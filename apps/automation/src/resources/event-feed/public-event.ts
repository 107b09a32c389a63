import type { EventEnvelope } from '@psa/contract-kit';
import type { PublicEvent } from '@psa/contracts-automation';

/** An event as it is told outside the product. Attributes of a CloudEvent are plain values, and absent rather than null. */
export function toPublicEvent(envelope: EventEnvelope, name: string): PublicEvent {
  const { id, source, type, subject, time, tenant, actor, aggregateversion, correlationid, causationid, traceparent, data } = envelope;
  return {
    specversion: '1.0',
    id,
    source,
    type,
    eventname: name,
    subject,
    time,
    datacontenttype: 'application/json',
    tenantid: tenant,
    actorid: actor.id,
    actortype: actor.type,
    aggregateversion,
    correlationid,
    ...(causationid === null ? {} : { causationid }),
    ...(traceparent === null ? {} : { traceparent }),
    data,
  };
}
