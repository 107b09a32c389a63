import { ApiError, type EntityQuery, isClientPermission, isPermissionName, requiredPermissions, type TenantId } from '@psa/contract-kit';
import type { TenantScope } from '@psa/postgres-kit';
import { Answer } from './answer.ts';
import { gatherConditions } from './exact-filters.ts';
import type { BoundRoute } from './handlers.ts';
import { hiddenMembers, portalView } from './portal-view.ts';
import { demandPermissions, demandSession, demandStaff, type Principal } from './principal.ts';
import { parsePart } from './validation.ts';

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
  { route, handle }: BoundRoute,
  { tenant, correlationId, db, ports, params, query, caller }: RouteRead,
): Promise<Record<string, unknown>> {
  if (route.method !== 'get' || route.reply.media !== undefined) throw new ApiError('BAD_REQUEST', `${route.name} is no route that reads`);
  const held = caller.permissions.filter(isPermissionName);
  const isClient = caller.user_type === 'client';
  const principal: Principal = {
    tenant,
    userId: caller.user_id,
    userType: caller.user_type,
    credential: { type: 'session', id: caller.user_id },
    clientId: caller.client_id ?? undefined,
    actor: { id: caller.user_id, type: 'user' },
    permissions: new Set(isClient ? held.filter(isClientPermission) : held),
  };
  demandPermissions(principal, requiredPermissions(route));
  if (route.staffOnly === true) demandStaff(principal);
  if (route.sessionOnly === true) demandSession(principal);
  const conditions = gatherConditions(route, { ...query }, isClient ? hiddenMembers(route) : new Map());
  const result: unknown = await handle({
    params: route.params === undefined ? {} : parsePart('params', route.params, params, true),
    query: route.query === undefined ? {} : parsePart('query', route.query, conditions, true),
    body: {},
    file: undefined,
    principal,
    db,
    ports,
    ifMatch: undefined,
    request: { id: correlationId, traceparent: undefined, headers: {}, rawBody: undefined },
  } as never);
  const shown = isClient ? portalView(route, result) : result;
  return (shown instanceof Answer ? shown.payload : shown) as Record<string, unknown>;
}
