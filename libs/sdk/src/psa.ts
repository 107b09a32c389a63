import { EventFeed, type EventFeedOptions } from './event-feed.ts';
import type { Arguments, CallOptions, EventName, ListPath, Method, PathOf, Result, RowOf } from './operation-types.ts';
import { type PsaOptions, Transport } from './transport.ts';

/** An answer with what came beside its data. */
export interface PsaResponse<Data> {
  readonly data: Data;
  readonly status: number;
  /** Version of the resource, for `ifMatch` of the next change. */
  readonly etag: string | undefined;
  readonly headers: Headers;
}

/** What is uploaded, and the fields beside it. */
export interface Upload extends CallOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly file: File | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Needed for anything that is no File. */
  readonly filename?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

interface AnyOptions extends CallOptions {
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
}

/** Rows a page of {@link Psa.list}. */
const PAGE_SIZE = 100;

/**
 * The API, typed by its own description: errors are {@link PsaError}s of one form, envelopes are taken off, lists are read page by page,
 * and what failed for a moment is tried again without taking effect twice.
 */
export class Psa {
  readonly #transport: Transport;

  constructor(options: PsaOptions) {
    this.#transport = new Transport(options);
  }

  /** Reads what is at a path. */
  async get<P extends PathOf<'get'>>(path: P, ...given: Arguments<P, 'get'>): Promise<Result<P, 'get'>> {
    return (await this.#call('get', path, first(given))).data as Result<P, 'get'>;
  }

  /** Creates something, or has something done. */
  async post<P extends PathOf<'post'>>(path: P, ...given: Arguments<P, 'post'>): Promise<Result<P, 'post'>> {
    return (await this.#call('post', path, first(given))).data as Result<P, 'post'>;
  }

  /** Changes what is at a path. */
  async put<P extends PathOf<'put'>>(path: P, ...given: Arguments<P, 'put'>): Promise<Result<P, 'put'>> {
    return (await this.#call('put', path, first(given))).data as Result<P, 'put'>;
  }

  /** Deletes what is at a path. */
  async delete<P extends PathOf<'delete'>>(path: P, ...given: Arguments<P, 'delete'>): Promise<Result<P, 'delete'>> {
    return (await this.#call('delete', path, first(given))).data as Result<P, 'delete'>;
  }

  /** Any operation, with the status, the ETag and the headers of its answer. */
  call<M extends Method, P extends PathOf<M>>(method: M, path: P, ...given: Arguments<P, M>): Promise<PsaResponse<Result<P, M>>> {
    return this.#call(method, path, first(given)) as Promise<PsaResponse<Result<P, M>>>;
  }

  /** All rows of a list, read page by page as they are taken; rows added meanwhile disturb nothing. */
  async *list<P extends ListPath>(path: P, ...given: Arguments<P, 'get'>): AsyncGenerator<RowOf<P>, void, void> {
    const options = (first(given) ?? {}) as AnyOptions;
    for (let cursor: string | undefined, hasMore = true; hasMore;) {
      const query = { limit: PAGE_SIZE, include_total: false, ...options.query, ...(cursor !== undefined && { cursor }) };
      const body = await this.#body('get', path, { ...options, query });
      const page = contentOf(body) as { data?: RowOf<P>[]; pagination?: { next_cursor?: string | null } };
      yield* page.data ?? [];
      cursor = page.pagination?.next_cursor ?? undefined;
      hasMore = cursor !== undefined;
    }
  }

  /** Sends a file. A stream is read to its end first, since the API is told the length and the request may have to be repeated. */
  async upload<P extends PathOf<'post'>>(path: P, { path: parts, file, filename, fields, ...options }: Upload): Promise<Result<P, 'post'>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
    const blob = file instanceof Blob ? file : file instanceof Uint8Array ? new Blob([file]) : await new Response(file).blob();
    form.append('file', blob, filename ?? (file instanceof File ? file.name : 'file'));
    const response = await this.#send('post', path, { ...options, ...(parts !== undefined && { path: parts }) }, form);
    return dataOf(await response.json()) as Result<P, 'post'>;
  }

  /** The bytes of a download. */
  async download<P extends PathOf<'get'>>(path: P, ...given: Arguments<P, 'get'>): Promise<Blob> {
    const response = await this.#send('get', path, { ...(first(given) as AnyOptions | undefined), headers: { accept: '*/*' } });
    return response.blob();
  }

  /** What happens from now or from a position on, as it happens. */
  events<Name extends string = EventName>(options: EventFeedOptions<Name> = {}): EventFeed<Name> {
    return new EventFeed<Name>(this.#transport, options);
  }

  async #call(method: Method, path: string, options: unknown): Promise<PsaResponse<unknown>> {
    const response = await this.#send(method, path, (options ?? {}) as AnyOptions);
    const data = dataOf(await bodyOf(response));
    return { data, status: response.status, etag: response.headers.get('etag') ?? undefined, headers: response.headers };
  }

  async #body(method: Method, path: string, options: AnyOptions): Promise<unknown> {
    return bodyOf(await this.#send(method, path, options));
  }

  #send(method: Method, template: string, options: AnyOptions, form?: FormData): Promise<Response> {
    const { path = {}, query, body, headers, signal, idempotencyKey, ifMatch } = options;
    const key = idempotencyKey ?? (method === 'post' ? crypto.randomUUID() : undefined);
    return this.#transport.send({
      method: method.toUpperCase(),
      path: filledIn(template, path),
      ...(query !== undefined && { query: query as Record<string, unknown> }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...headers,
      },
      ...(form !== undefined ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  }
}

/** The options among the arguments. Their type is worth knowing to the caller alone: within a generic method it is every one at once. */
function first(given: readonly unknown[]): unknown {
  return given[0];
}

function filledIn(template: string, parts: object): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = (parts as Record<string, unknown>)[name];
    if (value === undefined) throw new TypeError(`The path ${template} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  return response.headers.get('content-type')?.includes('json') === true ? (JSON.parse(text) as unknown) : text;
}

/** The payload of an answer, without the envelope some routes put around it. */
function contentOf(body: unknown): unknown {
  return isObject(body) && body['success'] === true && isObject(body['data']) ? body['data'] : body;
}

function dataOf(body: unknown): unknown {
  const content = contentOf(body);
  return isObject(content) && 'data' in content ? content['data'] : content;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
