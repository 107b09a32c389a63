import { type EventEnvelope, tenantId } from '@psa/contract-kit';
import type { RequestContext } from '@psa/postgres-kit';

/** On whose behalf the effect of an event happens. @param traceparent the span it is handled in */
export function causeOf({ id, tenant, actor, correlationid, traceparent: causing }: EventEnvelope, traceparent?: string): RequestContext {
  return { tenant: tenantId(tenant), actor, correlationId: correlationid, causationId: id, traceparent: traceparent ?? causing };
}
