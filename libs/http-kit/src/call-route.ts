import { ApiError, type ErrorCode, errorCodes } from '@psa/contract-kit';
import type { TenantScope } from '@psa/postgres-kit';
import { Answer } from './answer.ts';
import { gatherConditions } from './exact-filters.ts';
import type { BoundRoute, RequestInfo } from './handlers.ts';
import { hiddenMembers, portalView } from './portal-view.ts';
import { assertMayCall, type Principal } from './principal.ts';
import { RawAnswer } from './raw-answer.ts';
import { parsePart } from './validation.ts';

/** A call of a route inside its own service. */
export interface RouteCall {
  readonly principal: Principal;
  readonly db: TenantScope<never>;
  readonly ports: object;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, string | string[]>> | undefined;
  /** The body as a caller over HTTP would send it. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly request: RequestInfo;
}

/**
 * Calls a route inside its own service for an identified caller, such as the user of a page: with the checks, the schemas, the
 * handler and the view that the caller would meet over HTTP.
 * @returns the payload before the form of the route wraps it; undefined for a route that answers with nothing
 * @throws what the route refuses with; VALIDATION_ERROR also for unknown members, as the calling code is at fault
 */
export async function callRoute({ route, handle }: BoundRoute, call: RouteCall): Promise<unknown> {
  const { principal, db, ports, params = {}, query = {}, body = {}, request } = call;
  assertMayCall(principal, route);
  const isClient = principal.userType === 'client';
  const conditions = gatherConditions(route, { ...query }, isClient ? hiddenMembers(route) : new Map());
  const result: unknown = await handle({
    params: route.params === undefined ? {} : parsePart('params', route.params, params, true),
    query: route.query === undefined ? {} : parsePart('query', route.query, conditions, true),
    body: route.body === undefined ? {} : parsePart('body', route.body, body, true),
    file: undefined,
    principal,
    db,
    ports,
    ifMatch: undefined,
    request,
  } as never);
  if (result instanceof RawAnswer) return payloadOf(result);
  const shown = isClient ? portalView(route, result) : result;
  return shown instanceof Answer ? (shown.payload as unknown) : shown;
}

/** @throws the error with the status of a raw answer that is a refusal; its payload is in `details` */
function payloadOf({ status, payload }: RawAnswer): unknown {
  if (status < 400) return payload;
  const code = (Object.keys(errorCodes) as ErrorCode[]).find((name) => errorCodes[name].status === status) ?? 'INTERNAL_ERROR';
  const { error } = (payload ?? {}) as { error?: unknown };
  throw new ApiError(code, typeof error === 'string' ? error : undefined, payload);
}
