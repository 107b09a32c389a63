import type { IncomingHttpHeaders } from 'node:http';
import type { CallerOrigin } from './caller-origin.ts';

/** What the gateway tells a service beside the caller's own headers. */
export interface ForwardedFacts {
  readonly requestId: string;
  readonly traceparent: string;
  readonly origin: CallerOrigin;
  /** The internal token; undefined on routes that need no caller, where the request's own credentials go through. */
  readonly bearer: string | undefined;
}

/** Of one connection only (RFC 9110), already answered (`expect`), or set anew below. */
const NEVER = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
  'x-request-id',
  'traceparent',
  'forwarded',
  'x-real-ip',
  'x-tenant-id',
  'x-user-id',
  'x-user',
  'x-remote-user',
  'remote-user',
  'x-client-id',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
]);

/** Who the caller is and where from is for the gateway to say, whatever name a header gives it. */
const NEVER_PREFIXES = [
  'x-psa-',
  'x-internal-',
  'x-forwarded-',
  'x-auth-request-',
  'x-authenticated-',
  'x-consumer-',
  'x-original-forwarded-',
];

/** Credentials: the internal token takes their place. */
const CREDENTIALS = new Set(['authorization', 'cookie', 'x-api-key']);

type HeaderPolicy = 'pass' | 'drop' | 'credential';

const REMEMBERED = 1_000;
const passages = new Map<string, HeaderPolicy>();

/** The headers a service gets. */
export function forwardedHeaders(given: IncomingHttpHeaders, facts: ForwardedFacts): IncomingHttpHeaders {
  const { requestId, traceparent, origin, bearer } = facts;
  const headers: IncomingHttpHeaders = {};
  for (const name in given) {
    const passage = passageOf(name);
    if (passage === 'pass' || (passage === 'credential' && bearer === undefined)) headers[name] = given[name];
  }
  if (given.connection !== undefined) dropNamedIn(given.connection, headers);
  headers['x-request-id'] = requestId;
  // Vendors' notes on a trace mean nothing in another one.
  if (traceOf(given['traceparent']) !== traceOf(traceparent)) delete headers['tracestate'];
  headers['traceparent'] = traceparent;
  headers['x-forwarded-for'] = origin.address;
  headers['x-forwarded-proto'] = origin.https ? 'https' : 'http';
  if (bearer !== undefined) headers.authorization = bearer;
  return headers;
}

/** The trace a `traceparent` belongs to; the part that says which span is passed over. */
function traceOf(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' ? traceparent.slice(0, 35) : undefined;
}

/** Remembered by name, because all callers send the same few dozen. */
function passageOf(name: string): HeaderPolicy {
  const known = passages.get(name);
  if (known !== undefined) return known;
  const passage =
    NEVER.has(name) || NEVER_PREFIXES.some((prefix) => name.startsWith(prefix)) ? 'drop' : CREDENTIALS.has(name) ? 'credential' : 'pass';
  if (passages.size < REMEMBERED) passages.set(name, passage);
  return passage;
}

/** A header named in `connection` is meant for the gateway alone. What frames the body must stay whatever a caller says. */
function dropNamedIn(connection: string, headers: IncomingHttpHeaders): void {
  if (connection === 'keep-alive' || connection === 'close') return;
  for (const name of connection
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())) {
    if (name !== 'content-length' && name !== 'transfer-encoding' && name !== 'host') delete headers[name];
  }
}
