import type { ErrorCode } from '../error-codes.ts';
import { needsPrincipal, requiredPermissions, type Route } from '../route.ts';

/** Whether the service reads a body before it answers. */
function readsBody(route: Route): boolean {
  return route.method !== 'get' && (route.method !== 'delete' || route.body !== undefined);
}

/** Whether `Idempotency-Key` makes a repetition of the request harmless. */
export function isIdempotent(route: Route): boolean {
  return route.method === 'post' && route.reply.media === undefined && needsPrincipal(route) && route.service !== 'gateway';
}

/** Whether the request may carry `If-Match`. */
export function takesIfMatch(route: Route): boolean {
  return route.versioned === true && (route.method === 'put' || (route.method !== 'get' && route.params !== undefined));
}

/** Whether the request may ask for unknown members to be refused. */
export function takesPrefer(route: Route): boolean {
  return route.query !== undefined || route.body !== undefined;
}

/** Every error code a route can answer with: those its literal names, and those that follow from what it is. */
export function answerableCodes(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors);
  const when = (condition: boolean, ...implied: ErrorCode[]) => {
    if (condition) for (const code of implied) codes.add(code);
  };
  when(route.params !== undefined || route.query !== undefined || route.body !== undefined || isIdempotent(route), 'VALIDATION_ERROR');
  when(route.permission !== 'public', 'UNAUTHORIZED');
  when(requiredPermissions(route).length > 0 || (route.mayUse ?? []).length > 0, 'FORBIDDEN');
  when(isIdempotent(route), 'REQUEST_IN_FLIGHT', 'IDEMPOTENCY_KEY_REUSED');
  when(takesIfMatch(route), 'PRECONDITION_FAILED');
  when(readsBody(route), 'PAYLOAD_TOO_LARGE');
  when(route.body !== undefined || route.bodyKind === 'multipart', 'UNSUPPORTED_MEDIA_TYPE');
  when(true, 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE');
  when(route.service !== 'gateway', 'BAD_GATEWAY', 'GATEWAY_TIMEOUT');
  return [...codes];
}
