import { ApiError, type EntityQuery, type TenantId } from '@psa/contract-kit';
import type { TenantScope } from '@psa/postgres-kit';
import { callRoute } from './call-route.ts';
import type { BoundRoute } from './handlers.ts';
import { principalOf } from './principal.ts';

/** What another service wants to read, and for whom. */
export interface RouteRead extends EntityQuery {
  readonly tenant: TenantId;
  readonly correlationId: string;
  readonly db: TenantScope<never>;
  readonly ports: object;
}

/**
 * Reads by a route for a person, asked by another service of the product instead of over HTTP: with the checks, the view and the
 * bounds the person would meet themselves.
 * @throws what the route refuses with; VALIDATION_ERROR for parameters there are not
 */
export async function readByRoute(
  bound: BoundRoute,
  { tenant, correlationId, db, ports, params, query, caller }: RouteRead,
): Promise<Record<string, unknown>> {
  const { route } = bound;
  if (route.method !== 'get' || route.reply.media !== undefined) throw new ApiError('BAD_REQUEST', `${route.name} is no route that reads`);
  const principal = principalOf({ ...caller, tenant, credential: { type: 'session', id: caller.user_id } });
  const request = { id: correlationId, traceparent: undefined, headers: {}, rawBody: undefined };
  return (await callRoute(bound, { principal, db, ports, params, query, request })) as Record<string, unknown>;
}
