import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { type ApiError, type Form, type PaginationBody, type Route, ApiError as ApiErrorClass } from '@psa/contract-kit';
import { Answer, Download, Redirect } from './answer.ts';
import { ASSET_API_VERSION, renderError } from './error-form.ts';
import { alreadyHas, entityTag } from './etag.ts';
import { EVENT_STREAM_HEADERS, EventStream, writeEvents } from './event-stream.ts';
import { withListMeta } from './list-meta.ts';
import { RawAnswer } from './raw-answer.ts';

/** A response ready to be written. */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Each in a header of its own. */
  readonly cookies?: readonly string[];
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | EventStream;
}

/** What of the request shapes the reply. */
export interface ReplyRequest {
  readonly url: string;
  readonly ifNoneMatch: string | undefined;
  readonly fields: readonly string[] | undefined;
  /** As it was parsed. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** Bodies up to this size are put into one write with their head, in bytes. */
export const ONE_PIECE = 16_384;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Turns a handler's result into the reply its contract and form demand. */
export function toReply(route: Route, result: unknown, request: ReplyRequest): Reply {
  if (result instanceof RawAnswer)
    return { status: result.status, headers: { ...result.headers }, cookies: result.cookies, body: result.body };
  if (result instanceof EventStream) return { status: 200, headers: { ...EVENT_STREAM_HEADERS }, body: result };
  if (result instanceof Redirect) return { status: 302, headers: { ...result.headers, location: result.location }, body: '' };
  if (result instanceof Download) {
    const { etag } = result.headers;
    if (etag !== undefined && route.method === 'get' && alreadyHas(request.ifNoneMatch, etag))
      return { status: 304, headers: { ...result.headers }, body: '' };
    return { status: 200, headers: { 'content-type': result.contentType, ...result.headers }, body: result.body };
  }
  const head = result instanceof Answer ? result : undefined;
  const payload: unknown = head === undefined ? result : head.payload;
  if (payload === undefined || payload === null) return { status: route.reply.status, headers: {}, body: '' };

  const shown = withListMeta(route, request.fields === undefined ? payload : pickFields(route, payload, request.fields), request.query);
  const json = JSON.stringify(shown);
  const headers: Record<string, string> = { 'content-type': JSON_TYPE };
  if (head?.version !== undefined) {
    const tag = entityTag(head.version, json);
    headers['etag'] = tag;
    if (route.method === 'get' && alreadyHas(request.ifNoneMatch, tag)) return { status: 304, headers: { etag: tag }, body: '' };
  }
  if (head?.location !== undefined) headers['location'] = head.location;
  const next = (payload as { pagination?: PaginationBody }).pagination?.next_cursor;
  if (next) headers['link'] = nextLink(request.url, next);
  return { status: head?.status ?? route.reply.status, headers, body: bodyOf(route, json) };
}

/** An error's reply in a form. */
export function errorReply(form: Form, error: ApiError, requestId: string): Reply {
  return {
    status: error.status,
    headers: { 'content-type': JSON_TYPE, ...error.headers },
    body: JSON.stringify(renderError(form, error, requestId)),
  };
}

/**
 * Writes the reply; a stream ends early when the caller goes away.
 * @param stopping ends streams of events, which would last longer than the service
 */
export async function writeReply(
  response: ServerResponse,
  reply: Reply,
  requestId: string,
  withoutBody: boolean,
  stopping?: AbortSignal,
): Promise<void> {
  const { status, headers, cookies } = reply;
  const body = typeof reply.body === 'string' && reply.body.length > ONE_PIECE ? Buffer.from(reply.body) : reply.body;
  headers['x-request-id'] = requestId;
  // That a connection of HTTP/1.1 stays open goes without saying, and each header is read again on the way.
  if (response.shouldKeepAlive) response.removeHeader('connection');
  if (cookies !== undefined && cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (typeof body === 'string' || body instanceof Uint8Array) {
    if (status !== 204 && status !== 304) headers['content-length'] = String(Buffer.byteLength(body));
    response.writeHead(status, headers);
    response.end(withoutBody || body.length === 0 ? undefined : body);
    return;
  }
  response.writeHead(status, headers);
  if (withoutBody) response.end();
  else if (body instanceof EventStream) await writeEvents(response, body, stopping);
  else await pipeline(Readable.from(body), response);
}

/**
 * The body as it is sent. A long answer of a read is turned into bytes here: the text would be held until the answer was sent and, with
 * many answers waiting, outlive the young generation. Node would also copy it twice, once to join it with the head and once to encode it.
 */
function bodyOf({ form, method }: Route, json: string): string | Uint8Array {
  const text = wrap(form, json);
  return method === 'get' && text.length > ONE_PIECE ? Buffer.from(text) : text;
}

function wrap(form: Form, json: string): string {
  if (form !== 'asset') return json;
  return `{"success":true,"data":${json},"meta":{"timestamp":"${new Date().toISOString()}","version":"${ASSET_API_VERSION}"}}`;
}

function nextLink(url: string, cursor: string): string {
  const queryStart = url.indexOf('?');
  const path = queryStart === -1 ? url : url.slice(0, queryStart);
  const parameters = new URLSearchParams(queryStart === -1 ? '' : url.slice(queryStart + 1));
  parameters.delete('page');
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}

function pickFields(route: Route, payload: unknown, fields: readonly string[]): unknown {
  const known = route.reply.item?.shape ?? {};
  const unknown = fields.filter((field) => !Object.hasOwn(known, field));
  if (unknown.length > 0) {
    throw new ApiErrorClass(
      'VALIDATION_ERROR',
      'Query validation failed',
      unknown.map((field) => ({
        code: 'unknown_field',
        path: ['fields'],
        message: `${field} is not a member of this resource`,
      })),
    );
  }
  const pick = (row: Record<string, unknown>) =>
    Object.fromEntries(fields.filter((field) => Object.hasOwn(row, field)).map((field) => [field, row[field]]));
  const { data, ...rest } = payload as { data: Record<string, unknown> | Record<string, unknown>[] };
  return { data: Array.isArray(data) ? data.map(pick) : pick(data), ...rest };
}
