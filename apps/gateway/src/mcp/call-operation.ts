import { randomUUID } from 'node:crypto';
import { ApiError, type Route } from '@psa/contract-kit';
import type { PeerFetch } from '@psa/http-kit';
import type { Exchange } from '../exchange.ts';
import type { InternalTokens } from '../internal-tokens.ts';
import { rateLimited } from '../limits/rate-limited.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { forwardedHeaders } from '../request/forwarded-headers.ts';

/** Largest answer a tool hands on; a model could not make use of more. */
const MAX_ANSWER_BYTES = 512 * 1024;

export interface OperationCall {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly if_match?: string | undefined;
  readonly idempotency_key?: string | undefined;
}

export interface OperationAnswer {
  readonly status: number;
  readonly etag?: string;
  readonly body: unknown;
}

export interface OperationCallerParts {
  readonly urls: ReadonlyMap<string, URL>;
  readonly fetch: PeerFetch;
  readonly tokens: InternalTokens;
  readonly limiter: RateLimiter;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/**
 * Calls an operation as its caller would over HTTP: the service gets the same token, and the call counts against the same limits.
 * @throws FORBIDDEN for a write the key does not allow, RATE_LIMITED, VALIDATION_ERROR without a value of the path
 */
export async function callOperation(
  parts: OperationCallerParts,
  exchange: Exchange,
  route: Route,
  call: OperationCall,
): Promise<OperationAnswer> {
  const { caller, requestId, traceparent, origin } = exchange;
  if (caller === undefined) throw new ApiError('UNAUTHORIZED');
  if (route.method !== 'get' && caller.credential.restricted !== 'permissions')
    throw new ApiError('FORBIDDEN', 'Writing takes an API key that is confined to permissions which allow it: this one reads only here');
  const { retryAfterMs } = parts.limiter.admit(caller);
  if (retryAfterMs > 0) throw rateLimited(retryAfterMs, parts.now());
  const headers = forwardedHeaders(
    {
      accept: 'application/json',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...(call.if_match !== undefined && { 'if-match': call.if_match }),
      ...(route.method === 'post' && { 'idempotency-key': call.idempotency_key ?? randomUUID() }),
    },
    { requestId, traceparent, origin, bearer: await parts.tokens.bearer(caller, route.service) },
  );
  const response = await parts.fetch(new URL(addressOf(route, call), parts.urls.get(route.service)), {
    method: route.method.toUpperCase(),
    headers: headers as Record<string, string>,
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(parts.timeoutMs),
  });
  const text = await readBounded(response);
  const etag = response.headers.get('etag');
  return { status: response.status, ...(etag !== null && { etag }), body: parsed(text) };
}

function addressOf(route: Route, { path = {}, query = {} }: OperationCall): string {
  const address = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    // Dots would lead to another path than the one that was checked.
    if (value === undefined || value === '' || value === '.' || value === '..')
      throw new ApiError('VALIDATION_ERROR', `path.${name} is required`);
    return encodeURIComponent(value);
  });
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      parameters.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  }
  return parameters.size === 0 ? address : `${address}?${parameters.toString()}`;
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES)
      throw new ApiError(
        'PAYLOAD_TOO_LARGE',
        `The answer is larger than ${MAX_ANSWER_BYTES} bytes: ask for fewer rows by limit, or for fewer members by fields`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
