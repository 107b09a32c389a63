import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, type Deprecation, type ErrorCode, impliedErrorCodes, needsPrincipal, type Route, sparseFields } from '@psa/contract-kit';
import type { RequestContext, TenantScope } from '@psa/postgres-kit';
import { startSpan } from '@psa/trace-kit';
import { Answer, Download, Redirect } from './answer.ts';
import { deprecationHeaders, Deprecations } from './deprecations.ts';
import { toApiError } from './error-mapping.ts';
import { acceptedVersions } from './etag.ts';
import { EventStream } from './event-stream.ts';
import { gatherConditions } from './exact-filters.ts';
import type { BoundRoute, RequestInfo } from './handlers.ts';
import { assertIdempotencyKey, replyOnce, requestFingerprint } from './idempotency.ts';
import { isLargeBody, LargeBodies } from './large-bodies.ts';
import { parseMultipart, type UploadedFile } from './multipart.ts';
import { PathMatcher } from './path-matcher.ts';
import { assertMayCall, type Principal, type VerifyPrincipal } from './principal.ts';
import { hiddenMembers, portalView } from './portal-view.ts';
import { RawAnswer } from './raw-answer.ts';
import { errorReply, type Reply, toReply, writeReply } from './reply.ts';
import { announcedBytes, assertStorableText, parseFormBody, parseJsonBody, readBody } from './request-body.ts';
import { requestOrigin } from './request-origin.ts';
import { parsePart, parseQueryString, wantsStrict } from './validation.ts';

/** What became of a request, for logs and metrics. */
export interface Finished {
  readonly method: string;
  /** Template of the route, never the raw path: metrics stay bounded. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly principal: Principal | undefined;
  /** Set when the status is 500 or the reply broke its contract. */
  readonly fault: unknown;
  /** Whether it used something that is deprecated. */
  readonly deprecated: boolean;
  /** Whether it was a stream of events, whose length says nothing of the service. */
  readonly streamed: boolean;
}

export interface DispatcherOptions {
  readonly routes: readonly BoundRoute[];
  readonly verify: VerifyPrincipal;
  /** The database as one tenant; absent in a service without one. */
  readonly database?: (context: RequestContext) => TenantScope<never>;
  /** Where lists are read from beside the database. */
  readonly lists?: ListSource;
  readonly ports: object;
  /** What happens when a reply breaks its own contract: tests fail, production logs a sample. */
  readonly checkReplies: 'throw' | 'sample' | 'off';
  readonly onFinish: (finished: Finished) => void;
  /** Ends streams of events when the service stops. */
  readonly stopping?: AbortSignal;
}

/** A copy of the database that may be behind, and away. */
export interface ListSource {
  /** @returns undefined while it is known to be away */
  asTenant(context: RequestContext): TenantScope<never> | undefined;
  /** Is told that it did not answer; the database does then. */
  failed(error: unknown): void;
}

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

const REQUEST_ID = /^[\w-]{1,128}$/;
const SAMPLE = 100;

/**
 * The one way a request takes through a service: match, verify, permit, parse, handle, check, write.
 * One compiled matcher and one handler instead of a layer per route.
 */
export function dispatcher(options: DispatcherOptions): NodeHandler {
  const matcher = new PathMatcher<BoundRoute>();
  for (const bound of options.routes) {
    for (const path of bound.route.paths) matcher.add(bound.route.method, path, bound);
  }
  const deprecations = new Deprecations(options.routes.map(({ route }) => route));
  const largeBodies = new LargeBodies();
  let served = 0;

  return (request, response) => {
    const started = performance.now();
    const url = request.url ?? '/';
    const method = request.method ?? 'GET';
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    const queryStart = url.indexOf('?');
    const path = queryStart === -1 ? url : url.slice(0, queryStart);
    const match = matcher.match(method, path);
    const bound = match.found ? match.target : undefined;
    const progress: Progress = {};
    const route = bound?.route.path ?? '(unmatched)';
    const caused = typeof request.headers.traceparent === 'string' ? request.headers.traceparent : undefined;
    const span = startSpan('server', `${method} ${route}`, caused);
    const traceparent = span?.traceparent ?? caused;

    const serve = (): Promise<Reply> => {
      if (!match.found) return unmatched(method, match.allowed);
      return serveRoute(options, match.target, match.params, request, {
        url,
        requestId,
        traceparent,
        progress,
        deprecations,
        largeBodies,
        queryText: queryStart === -1 ? '' : url.slice(queryStart + 1),
        checkReply: options.checkReplies === 'throw' || (options.checkReplies === 'sample' && ++served % SAMPLE === 0),
      });
    };

    const refuse = (thrown: unknown): Reply => {
      const error = declared(bound?.route, toApiError(thrown), options.checkReplies === 'throw');
      if (error.status === 500) progress.fault = thrown;
      return errorReply(bound?.route.form ?? 'data', error, requestId);
    };

    const answer = async (reply: Reply): Promise<void> => {
      progress.endBody?.();
      if (progress.deprecation !== undefined) tellOfDeprecation(reply, progress.deprecation);
      try {
        const writing = writeReply(response, reply, requestId, method === 'HEAD', options.stopping);
        progress.streamed = reply.body instanceof EventStream;
        // An unread body would be taken for the next request of the connection.
        if (!request.complete) request.resume();
        await writing;
      } catch (fault) {
        if (!isPremature(fault)) progress.fault = fault;
        // With the head out all that is left is to break off, which tells the caller that the body is incomplete.
        if (response.headersSent) response.destroy();
        else
          await writeReply(
            response,
            errorReply(bound?.route.form ?? 'data', new ApiError('INTERNAL_ERROR'), requestId),
            requestId,
            method === 'HEAD',
          );
      } finally {
        const { principal, fault } = progress;
        const status = response.statusCode;
        span?.end({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status }, fault);
        const streamed = progress.streamed === true;
        options.onFinish({
          method,
          route,
          status,
          milliseconds: performance.now() - started,
          requestId,
          traceparent,
          principal,
          fault,
          deprecated: progress.deprecation !== undefined,
          streamed,
        });
      }
    };

    (span === undefined ? serve() : span.run(serve)).then(answer, (thrown: unknown) => answer(refuse(thrown)));
  };
}

/** A page's own links stay beside the one to the successor. */
function tellOfDeprecation({ headers }: Reply, deprecation: Deprecation): void {
  const told = deprecationHeaders(deprecation);
  const link = [headers['link'], told['link']].filter((one) => one !== undefined).join(', ');
  Object.assign(headers, told, link !== '' && { link });
}

/** The caller went away in the midst of a download: no fault of the service. */
function isPremature(fault: unknown): boolean {
  return (fault as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

interface Serving {
  readonly url: string;
  readonly queryText: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly checkReply: boolean;
  readonly deprecations: Deprecations;
  readonly largeBodies: LargeBodies;
  readonly progress: Progress;
}

/** What is known of a request before it is over. */
interface Progress {
  principal?: Principal;
  fault?: unknown;
  streamed?: boolean;
  deprecation?: Deprecation;
  /** Gives the room of a large body back. */
  endBody?: () => void;
}

/** Reads the body of a request; a large one when there is room for it. */
function readWithRoom(
  request: IncomingMessage,
  { bodyLimit }: Route,
  principal: Principal | null,
  { largeBodies, progress }: Serving,
): Promise<Buffer> {
  const bytes = announcedBytes(request, bodyLimit);
  if (!isLargeBody(bytes)) return readBody(request, bodyLimit);
  return largeBodies.take(principal?.tenant ?? '', bytes).then((release) => {
    progress.endBody = release;
    return readBody(request, bodyLimit);
  });
}

async function serveRoute(
  options: DispatcherOptions,
  bound: BoundRoute,
  rawParams: Record<string, string>,
  request: IncomingMessage,
  serving: Serving,
): Promise<Reply> {
  const { route } = bound;
  const { headers } = request;
  let principal: Principal | null = null;
  if (needsPrincipal(route)) {
    const verified = options.verify(headers.authorization);
    principal = serving.progress.principal = verified instanceof Promise ? await verified : verified;
    assertMayCall(principal, route);
  }

  const strict = wantsStrict(headers.prefer);
  for (const [name, value] of Object.entries(rawParams)) assertStorableText(value, [name]);
  const params = route.params ? parsePart('params', route.params, rawParams, false) : {};
  const query = route.query ? parsePart('query', route.query, queryOf(route, serving.queryText, principal), strict) : {};
  const raw = takesBody(route) ? await readWithRoom(request, route, principal, serving) : undefined;
  const { traceparent } = serving;
  const info: RequestInfo = { id: serving.requestId, traceparent, headers, rawBody: raw };
  await bound.admit?.({ params, query, request: info, ports: options.ports } as never);
  const input = raw === undefined ? NO_INPUT : await parseInput(route, raw, headers['content-type'], strict);
  const deprecation = serving.deprecations.usedBy(route, query, input.body);
  if (deprecation !== undefined) serving.progress.deprecation = deprecation;
  const ifMatch =
    route.versioned && (route.method === 'put' || (route.method !== 'get' && route.params !== undefined))
      ? acceptedVersions(headers['if-match'])
      : undefined;

  const run = async (db: TenantScope<never> | undefined): Promise<Reply> => {
    const context = {
      params,
      query,
      body: input.body,
      file: input.file,
      principal,
      db,
      ports: options.ports,
      ifMatch,
      request: info,
      fail: (code: ErrorCode, message?: string, details?: unknown): never => {
        throw new ApiError(code, message, details);
      },
    };
    const result = await bound.handle(context as never);
    if (serving.checkReply) checkReply(route, result, options.checkReplies === 'throw', serving.progress);
    return toReply(route, principal?.userType === 'client' ? portalView(route, result) : result, {
      url: serving.url,
      ifNoneMatch: headers['if-none-match'],
      fields: (query as { fields?: string[] }).fields && sparse(route, query as { fields: string[] }),
      query,
    });
  };

  if (principal === null) return run(undefined);
  const context: RequestContext = {
    tenant: principal.tenant,
    actor: principal.actor,
    correlationId: serving.requestId,
    traceparent: traceparent ?? null,
    origin: requestOrigin(headers),
  };
  const copy = options.lists !== undefined && isList(route) ? options.lists.asTenant(context) : undefined;
  if (copy !== undefined) {
    try {
      return await run(copy);
    } catch (error) {
      // What a handler refuses with is its answer: a service it asked may be away, and the copy well.
      if (error instanceof ApiError || toApiError(error).code !== 'SERVICE_UNAVAILABLE') throw error;
      options.lists?.failed(error);
    }
  }
  const db = options.database?.(context);
  const key = headers['idempotency-key'];
  // A download is streamed after its transaction would have ended, and reading twice does no harm.
  if (route.method !== 'post' || route.reply.media !== undefined || typeof key !== 'string' || db === undefined) return run(db);
  assertIdempotencyKey(key);
  const fingerprint = requestFingerprint(route.method, serving.url, ...input.fingerprint);
  const keyed = { actorId: principal.userId, key, fingerprint, secretReply: route.secretReply === true };
  // Where items are committed one by one, each has a key of its own.
  return replyOnce(db, keyed, (held) => run(route.sync?.separately === true ? db : held));
}

/** The query with its exact filters gathered; people of the portal do not filter by what they do not see. */
function queryOf(route: Route, text: string, principal: Principal | null): Record<string, unknown> {
  return gatherConditions(route, parseQueryString(text), principal?.userType === 'client' ? hiddenMembers(route) : NOTHING_HIDDEN);
}

const NOTHING_HIDDEN: ReadonlyMap<string, unknown> = new Map();

/** Pages of rows, which may be behind where the operator has decided so. */
function isList({ method, query }: Route): boolean {
  return method === 'get' && query?.shape['cursor'] !== undefined;
}

interface Input {
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
  readonly fingerprint: (string | Uint8Array)[];
}

const NO_INPUT: Input = { body: undefined, file: undefined, fingerprint: [] };

function takesBody({ method, body }: Route): boolean {
  return method !== 'get' && (method !== 'delete' || body !== undefined);
}

async function parseInput(route: Route, raw: Buffer, contentType: string | undefined, strict: boolean): Promise<Input> {
  if (route.bodyKind === 'multipart') {
    const { fields, file } = await parseMultipart(raw, contentType);
    const body = route.body ? parsePart('body', route.body, fields, strict) : {};
    return { body, file, fingerprint: [JSON.stringify(fields), file.filename, file.bytes] };
  }
  const parse = route.bodyKind === 'form' ? parseFormBody : parseJsonBody;
  const body = route.body ? parsePart('body', route.body, parse(raw, contentType), strict) : {};
  return { body, file: undefined, fingerprint: [raw] };
}

async function unmatched(method: string, allowed: readonly string[]): Promise<Reply> {
  if (allowed.length === 0) throw new ApiError('NOT_FOUND', 'No such route');
  const allow = [...allowed.map((name) => name.toUpperCase()), ...(allowed.includes('get') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: '' };
  throw new ApiError('METHOD_NOT_ALLOWED', undefined, undefined, { allow });
}

/** `fields` narrows the reply only where it is the list kit's; some searches use the name for the columns to look in. */
function sparse(route: Route, query: { fields: string[] }): string[] | undefined {
  return route.query?.shape['fields'] === sparseFields.fields ? query.fields : undefined;
}

function checkReply(route: Route, result: unknown, fatal: boolean, progress: { fault?: unknown }): void {
  if (result instanceof Download || result instanceof EventStream || result instanceof Redirect) return;
  // What a protocol of others answers to a refusal is its own affair.
  if (result instanceof RawAnswer && (result.payload === undefined || result.status !== route.reply.status)) return;
  const payload: unknown = result instanceof Answer || result instanceof RawAnswer ? result.payload : result;
  const checked = route.reply.body?.safeParse(payload);
  if (checked === undefined || checked.success) return;
  const fault = new Error(`The reply of ${route.name} breaks its contract: ${JSON.stringify(checked.error.issues)}`);
  if (fatal) throw fault;
  progress.fault = fault;
}

/** In tests an error the contract does not declare is a fault of the service. */
function declared(route: Route | undefined, error: ApiError, strictly: boolean): ApiError {
  if (!strictly || route === undefined || impliedErrorCodes.has(error.code) || route.errors?.includes(error.code)) return error;
  return new ApiError('INTERNAL_ERROR', `${route.name} answered ${error.code} (${error.message}), which its contract does not declare`);
}
