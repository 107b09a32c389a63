import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, type Form, type Method, type Route } from '@psa/contract-kit';
import type { AuthenticatedCaller } from '@psa/contracts-identity';
import { DEFAULT_BODY_LIMIT, toApiError } from '@psa/http-kit';
import type { Request, RequestHandler } from 'express';
import { assertAllowedNetwork } from './authentication/allowed-networks.ts';
import { type Authenticator, missingCredential } from './authentication/authenticator.ts';
import { clearedSessionCookies, ContradictorySession } from './authentication/contradictory-session.ts';
import type { CorsPolicy } from './responses/cors.ts';
import { Exchange, type GatewayResponse } from './exchange.ts';
import type { InternalTokens } from './internal-tokens.ts';
import { rateLimited } from './limits/rate-limited.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { RefusalLimiter } from './limits/refusal-limiter.ts';
import type { CallerOrigin } from './request/caller-origin.ts';
import { forwardedHeaders } from './request/forwarded-headers.ts';
import { requestIdFrom } from './request/request-id.ts';
import { beginTrace } from './request/begin-trace.ts';
import { allowHeader, type RouteEntry, type RouteTable } from './route-table.ts';

/** What a request meets on its way through the gateway. */
export interface GatewayParts {
  readonly table: RouteTable;
  readonly authenticate: Authenticator;
  readonly limiter: RateLimiter;
  readonly refusals: RefusalLimiter;
  readonly tokens: InternalTokens;
  readonly cors: CorsPolicy;
  readonly originOf: (request: Request) => CallerOrigin;
  readonly head: (exchange: Exchange) => string[];
  /** By service: what takes the request from here. */
  readonly destinations: ReadonlyMap<string, (exchange: Exchange) => void>;
  readonly finished: (exchange: Exchange) => void;
  readonly now: () => number;
}

/**
 * The way of every request: match, authenticate, limit, mint, forward. It is one function call as long as nothing has to be
 * waited for, which is the case for a known caller with a minted token: no promise is made for it.
 */
export function gatewayHandler(parts: GatewayParts): RequestHandler {
  return (request, anyResponse) => {
    const response = anyResponse as GatewayResponse;
    const exchange = new Exchange(
      request,
      response,
      {
        requestId: requestIdFrom(request.headers['x-request-id']),
        origin: parts.originOf(request),
        startedAt: performance.now(),
        ...beginTrace(request),
      },
      parts.head,
    );
    response.locals.exchange = exchange;
    response.once('close', () => {
      clearTimeout(exchange.deadline);
      exchange.heldShare?.release(exchange);
      // A service checked a credential of its own, such as a password, and refused it.
      if (response.statusCode === 401 && exchange.entry?.protected === false) parts.refusals.refused(exchange.origin.address);
      parts.finished(exchange);
    });
    try {
      route(parts, exchange);
    } catch (error) {
      refuse(parts, exchange, error);
    }
  };
}

function route(parts: GatewayParts, exchange: Exchange): void {
  const { method, url } = exchange.request;
  const queryAt = url.indexOf('?');
  const found = parts.table.find(method, queryAt === -1 ? url : url.slice(0, queryAt));
  if (found.entry === undefined) {
    if (method === 'OPTIONS' && found.allowed.length > 0) answerOptions(parts, exchange, allowHeader(found.allowed));
    else exchange.refuse(unmatched(found.allowed), found.form);
    return;
  }
  exchange.entry = found.entry;
  if (found.entry.protected) admitCaller(parts, exchange, found.entry);
  else admitAnybody(parts, exchange, found.entry);
}

function admitCaller(parts: GatewayParts, exchange: Exchange, entry: RouteEntry): void {
  const found = parts.authenticate(exchange.request);
  // No guess and no work for anybody: it is not held against its address.
  if (found === undefined) return exchange.refuse(missingCredential(), 'flat');
  if (!('ask' in found)) return limit(parts, exchange, entry, found);
  if (!found.wasValid) assertMayTry(parts, exchange);
  (exchange.span === undefined ? found.ask() : exchange.span.run(found.ask))
    .then((caller) => limit(parts, exchange, entry, caller))
    .catch((error: unknown) => refuse(parts, exchange, error));
}

/** Routes without a caller check credentials of their own, such as passwords: guessing ends here for them as well. */
function admitAnybody(parts: GatewayParts, exchange: Exchange, entry: RouteEntry): void {
  if (entry.service !== 'gateway') assertMayTry(parts, exchange);
  forward(parts, exchange, entry, undefined);
}

function limit(parts: GatewayParts, exchange: Exchange, entry: RouteEntry, caller: AuthenticatedCaller): void {
  assertAllowedNetwork(caller, exchange.origin.address);
  exchange.caller = caller;
  const admission = (exchange.admission = parts.limiter.admit(caller));
  if (admission.retryAfterMs > 0) throw rateLimited(admission.retryAfterMs, parts.now());
  const bearer = parts.tokens.bearer(caller, entry.service);
  if (typeof bearer === 'string') forward(parts, exchange, entry, bearer);
  else bearer.then((minted) => forward(parts, exchange, entry, minted)).catch((error: unknown) => refuse(parts, exchange, error));
}

function forward(parts: GatewayParts, exchange: Exchange, entry: RouteEntry, bearer: string | undefined): void {
  const { request, requestId, traceparent, origin } = exchange;
  assertBodyFits(entry.route, request.headers);
  // The caller may have gone while identity was asked.
  if (exchange.answered) return;
  if (entry.mayStream) exchange.presented = { method: request.method, headers: request.headers, socket: request.socket };
  request.headers = forwardedHeaders(request.headers, { requestId, traceparent, origin, bearer });
  (parts.destinations.get(entry.service) as (exchange: Exchange) => void)(exchange);
}

function refuse({ refusals, now }: GatewayParts, exchange: Exchange, thrown: unknown, form?: Form): void {
  const error = toApiError(thrown);
  if (error.status === 500) exchange.fault = thrown;
  const retryAfterMs = error.code === 'UNAUTHORIZED' ? refusals.refused(exchange.origin.address) : 0;
  if (retryAfterMs > 0) exchange.refuse(rateLimited(retryAfterMs, now()));
  else if (thrown instanceof ContradictorySession) exchange.refuse(error, 'flat', clearedSessionCookies(exchange.request.headers));
  else exchange.refuse(error, form);
}

function assertMayTry({ refusals, now }: GatewayParts, exchange: Exchange): void {
  const retryAfterMs = refusals.retryAfterMs(exchange.origin.address);
  if (retryAfterMs > 0) throw rateLimited(retryAfterMs, now());
}

function assertBodyFits({ bodyLimit = DEFAULT_BODY_LIMIT }: Route, headers: IncomingHttpHeaders): void {
  if (Number(headers['content-length'] ?? 0) <= bodyLimit) return;
  throw new ApiError('PAYLOAD_TOO_LARGE', `The request body is larger than ${bodyLimit} bytes`);
}

function answerOptions({ cors }: GatewayParts, exchange: Exchange, allow: string): void {
  const head = exchange.head();
  head.push('allow', allow);
  cors.allowPreflight(exchange.request.headers.origin, head);
  exchange.response.writeHead(204, head);
  exchange.response.end();
}

function unmatched(allowed: readonly Method[]): ApiError {
  return allowed.length === 0
    ? new ApiError('NOT_FOUND', 'No such route')
    : new ApiError('METHOD_NOT_ALLOWED', undefined, undefined, { allow: allowHeader(allowed) });
}
