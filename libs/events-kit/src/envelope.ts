import type { Event, EventData, EventEnvelope, EventSpec } from '@psa/contract-kit';
import type { Cause } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';

/** A new event as it goes over the wire. */
export function makeEnvelope<E extends EventSpec>(cause: Cause, event: Event<E>, data: EventData<E>, version: number): EventEnvelope {
  const { tenant, actor, correlationId, causationId, traceparent } = cause;
  return {
    specversion: '1.0',
    id: uuidv7(),
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
