import { randomUUIDv7 } from 'node:crypto';
import type { Event, EventData, EventEnvelope, EventSpec } from '@psa/contract-kit';
import type { RequestContext } from '@psa/postgres-kit';

/** A new event as it goes over the wire. */
export function makeEnvelope<E extends EventSpec>(
  context: RequestContext,
  event: Event<E>,
  data: EventData<E>,
  version: number,
): EventEnvelope {
  const { tenant, actor, correlationId, causationId, traceparent } = context;
  return {
    specversion: '1.0',
    // Events are put in order by their positions: those of one millisecond need none by their ids.
    id: randomUUIDv7(),
    source: `/psa/${event.domain}`,
    type: event.type,
    subject: String((data as Record<string, unknown>)[event.key]),
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    tenant,
    actor,
    aggregateversion: version,
    correlationid: correlationId,
    causationid: causationId ?? null,
    traceparent: traceparent ?? null,
    data,
  };
}

/** Where an event of a tenant is published. */
export function publicationSubject(event: Event, tenant: string): string {
  return `${event.subject}.${tenant}`;
}
