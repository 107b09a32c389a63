import {
  ApiError,
  type Batch,
  type BatchItem,
  type BatchResults,
  type ExternalId,
  invalidField,
  notFound,
  type Route,
  type Routes,
} from '@psa/contract-kit';
import { ExternalIds, MissingCopy, type TenantScope } from '@psa/postgres-kit';
import { Answer } from '../answer.ts';
import { toApiError } from '../error-mapping.ts';
import type { Accepted } from '../etag.ts';
import type { BoundRoute, RequestInfo } from '../handlers.ts';
import { replyOnce, requestFingerprint } from '../idempotency.ts';
import { inOneTransaction } from '../one-transaction.ts';
import type { Principal } from '../principal.ts';
import { parseItem } from '../validation.ts';

type Members = Readonly<Record<string, unknown>>;
type Scope = TenantScope<never>;

/** As much of a handler's context as is used and changed here; the rest is handed on. */
interface SyncContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Members;
  readonly body: Members;
  readonly db: Scope;
  readonly principal: Principal;
  readonly ifMatch: Accepted;
  readonly request: RequestInfo;
}

type Result = BatchResults['results'][number];

interface Written {
  readonly result: Answer<unknown>;
  readonly id: string;
  readonly isNew: boolean;
}

/** A list with no row in it is asked for a row that cannot be. */
const NO_ROW = '00000000-0000-0000-0000-000000000000';

/**
 * Gives a resource external ids and the routes that go with them: bodies may set `external_ids`, replies show them, lists filter by
 * one, and rows are put by theirs or many in a batch.
 * @param sync what `syncRoutes` made of the resource's routes
 * @param own the handlers of the resource, and others whose replies show it
 * @param table where its rows are; its external ids are in the table made by `createExternalIdTable`
 */
export function syncedHandlers(sync: Routes, own: readonly BoundRoute[], table: string): BoundRoute[] {
  const handling = new SyncedHandling(own, Object.values(sync)[0] as Route, table);
  return [...own.map((bound) => handling.wrapped(bound)), ...Object.values(sync).map((route) => handling.boundTo(route as Route))];
}

class SyncedHandling {
  readonly #own: ReadonlyMap<string, BoundRoute>;
  readonly #names: NonNullable<Route['sync']>;
  readonly #ids: ExternalIds;

  constructor(own: readonly BoundRoute[], { sync }: Route, table: string) {
    this.#own = new Map(own.map((bound) => [bound.route.name, bound]));
    this.#names = sync as NonNullable<Route['sync']>;
    this.#ids = new ExternalIds(table);
  }

  /** One of the resource's own routes, with external ids. */
  wrapped(bound: BoundRoute): BoundRoute {
    const { route } = bound;
    const { create, update, list } = this.#names;
    if (route.name === create || route.name === update) {
      const write = (context: SyncContext) =>
        // Without external ids the handler alone decides what is a transaction.
        context.body['external_ids'] === undefined
          ? this.#write(bound, context)
          : inOneTransaction(context.db, (db) => this.#write(bound, { ...context, db }));
      return { ...bound, handle: (async (context: SyncContext) => (await write(context)).result) as BoundRoute['handle'] };
    }
    if (route.method !== 'get' && route.method !== 'post') return bound;
    if (route.reply.item?.shape['external_ids'] === undefined) return bound;
    const read = async (context: SyncContext) => {
      const asked = route.name === list ? await this.#filtered(context) : context;
      return this.#shown(asked, await bound.handle(asked as never));
    };
    return { ...bound, handle: read as BoundRoute['handle'] };
  }

  /** One of the routes that `syncRoutes` made. */
  boundTo(route: Route): BoundRoute {
    const handle =
      route.method === 'get'
        ? (context: SyncContext) => this.#readOne(context)
        : route.method === 'put'
          ? (context: SyncContext) => this.#putOne(context)
          : (context: SyncContext) => this.#batch(context);
    return { route, handle: handle as BoundRoute['handle'] };
  }

  #bound(name: string): BoundRoute {
    const bound = this.#own.get(name);
    if (bound === undefined) throw new Error(`${name} is not among the handlers of the resource`);
    return bound;
  }

  /** Creates or updates by the resource's own handler, and writes the external ids of the body with it. */
  async #write(bound: BoundRoute, context: SyncContext, further?: ExternalId): Promise<Written> {
    const { external_ids: given, ...body } = context.body as { external_ids?: ExternalId[] };
    const isNew = bound.route.name === this.#names.create;
    const outcome: unknown = await bound.handle({ ...context, body } as never);
    const result = outcome instanceof Answer ? outcome : new Answer(outcome, {});
    const row = (result.payload as { data: Record<string, unknown> }).data;
    const id = row[this.#names.id] as string;
    if (isStaff(context)) {
      const links = further === undefined ? given : [...(given ?? []).filter((one) => !isSame(one, further)), further];
      if (links !== undefined && (isNew || given === undefined)) await this.#ids.add(context.db, id, links);
      else if (links !== undefined) await this.#ids.replace(context.db, id, links);
      row['external_ids'] = isNew ? sorted(links ?? []) : ((await this.#ids.ofRows(context.db, [id])).get(id) ?? []);
    }
    return { result, id, isNew };
  }

  async #readOne(context: SyncContext): Promise<unknown> {
    const { params, externalId } = named(context);
    const id = await this.#ids.find(context.db, externalId);
    if (id === undefined) throw notFound('Resource');
    const bound = this.#bound(this.#names.read);
    const asked = { ...context, params: { ...params, [lastParam(bound.route)]: id } };
    return this.#shown(asked, await bound.handle(asked as never));
  }

  async #putOne(context: SyncContext): Promise<unknown> {
    const { params, externalId } = named(context);
    const put = () => inOneTransaction(context.db, (db) => this.#upsert({ ...context, db, params }, externalId));
    const { result, isNew } = await this.#orUpdate(context.db, externalId, put);
    const { payload, version, location } = result;
    return new Answer(payload, {
      ...(version !== undefined && { version }),
      ...(location !== undefined && { location }),
      status: isNew ? 201 : 200,
    });
  }

  /**
   * Upserts, and once more when another request has created the row in between: now it is an update. The other row stands in the way by
   * its external id or by whatever else is unique, such as a name.
   */
  async #orUpdate<T>(db: Scope, externalId: ExternalId, upsert: () => Promise<T>): Promise<T> {
    try {
      return await upsert();
    } catch (error) {
      if (toApiError(error).code !== 'CONFLICT' || (await this.#ids.find(db, externalId)) === undefined) throw error;
      return upsert();
    }
  }

  async #upsert(context: SyncContext, externalId: ExternalId): Promise<Written> {
    const found = await this.#ids.find(context.db, externalId);
    if (found !== undefined) {
      try {
        return await this.#update(context, found, externalId);
      } catch (error) {
        // The row may be deleted in the way that leaves it in its table; that of another parent is none of ours.
        const isGone = error instanceof ApiError && error.code === 'NOT_FOUND' && Object.keys(context.params).length === 0;
        if (!isGone) throw error;
        await this.#ids.remove(context.db, externalId);
      }
    }
    if (context.ifMatch !== undefined) throw new ApiError('PRECONDITION_FAILED', 'There is no row with this external id yet');
    return this.#create(context, externalId);
  }

  #create(context: SyncContext, externalId?: ExternalId): Promise<Written> {
    const bound = this.#bound(this.#names.create);
    return this.#write(bound, { ...context, body: parsedBody(bound.route, context) }, externalId);
  }

  #update(context: SyncContext, id: string, externalId?: ExternalId): Promise<Written> {
    const bound = this.#bound(this.#names.update);
    const params = { ...context.params, [lastParam(bound.route)]: id };
    return this.#write(bound, { ...context, params, body: parsedBody(bound.route, context) }, externalId);
  }

  async #batch(context: SyncContext): Promise<{ data: BatchResults }> {
    if (this.#names.within !== undefined) await this.#bound(this.#names.within).handle({ ...context, query: {} } as never);
    if (this.#names.separately === true) return summary(await this.#oneByOne(context));
    return summary(await inOneTransaction(context.db, (db) => this.#together({ ...context, db })));
  }

  /**
   * All items in one transaction. Most batches have nothing to refuse, so none of their items is secured by a savepoint at first: that
   * would be a third of what they cost. Once one is refused, all are undone and done again, each so that it can be undone alone.
   */
  async #together(context: SyncContext): Promise<Result[]> {
    const { items, atomic } = context.body as unknown as Batch;
    try {
      return await context.db.transaction(async (tx) => {
        const done: Result[] = [];
        for (const [index, item] of items.entries()) {
          const { id, isNew } = await this.#doItem({ ...context, db: tx as Scope }, item);
          done.push(succeeded(index, id, isNew));
        }
        return done;
      });
    } catch (thrown) {
      // What is no refusal is thrown on; copies that are missing are gathered by the second run, unless the first stands for all.
      if (atomic || !(thrown instanceof MissingCopy)) refusalOf(thrown);
      return this.#undoingRefused(context);
    }
  }

  async #undoingRefused(context: SyncContext): Promise<Result[]> {
    const { items, atomic } = context.body as unknown as Batch;
    const done: Result[] = [];
    const missing: MissingCopy[] = [];
    for (const [index, item] of items.entries()) {
      try {
        const run = () => context.db.transaction((tx) => this.#doItem({ ...context, db: tx as Scope }, item));
        const { id, isNew } = await this.#retryingUpsert(context.db, item, run);
        done.push(succeeded(index, id, isNew));
      } catch (thrown) {
        if (thrown instanceof MissingCopy && !atomic) {
          missing.push(thrown);
          continue;
        }
        const error = refusalOf(thrown);
        if (atomic) throw new ApiError(error.code, `Item ${index}: ${error.message}`, inItem(index, error.details));
        done.push(failed(index, error));
      }
    }
    if (missing.length > 0) throw MissingCopy.all(missing);
    return done;
  }

  /** Each item in a transaction of its own. Under an Idempotency-Key each has a key made from it: after a crash none is done twice. */
  async #oneByOne(context: SyncContext): Promise<Result[]> {
    const { items, atomic } = context.body as unknown as Batch;
    if (atomic) throw invalidField('atomic', 'must be false: these are done one by one');
    const { db, request, principal } = context;
    const key = request.headers['idempotency-key'];
    const fingerprint = requestFingerprint('POST', '', request.rawBody ?? '');
    const results: Result[] = [];
    for (const [index, item] of items.entries()) {
      const run = async (held: Scope) => {
        const { id, isNew } = await this.#doItem({ ...context, db: held }, item);
        return { status: 200, headers: {}, body: JSON.stringify(succeeded(index, id, isNew)) };
      };
      const keyed = { actorId: principal.userId, key: `${String(key)}#${index}`, fingerprint, secretReply: false };
      const done = () => (key === undefined ? inOneTransaction(db, run) : replyOnce(db, keyed, run));
      try {
        const { body } = await this.#retryingUpsert(db, item, done);
        results.push(JSON.parse(body as string) as Result);
      } catch (thrown) {
        results.push(failed(index, refusalOf(thrown)));
      }
    }
    return results;
  }

  /** What an item does, with the second attempt of an upsert. */
  #retryingUpsert<T>(db: Scope, { operation, external_id: externalId }: BatchItem, run: () => Promise<T>): Promise<T> {
    return operation === 'upsert' && externalId !== undefined ? this.#orUpdate(db, externalId, run) : run();
  }

  async #doItem(context: SyncContext, { operation, id, external_id: externalId, data }: BatchItem): Promise<Written> {
    const each = { ...context, body: data, ifMatch: undefined };
    if (operation === 'upsert') return this.#upsert(each, externalId as ExternalId);
    if (operation === 'create') return this.#create(each, externalId);
    const found = id ?? (await this.#ids.find(context.db, externalId as ExternalId));
    if (found === undefined) throw notFound('Row with this external id');
    return this.#update(each, found, externalId);
  }

  /** The list's query with the row of `external_id` as an exact filter. */
  async #filtered(context: SyncContext): Promise<SyncContext> {
    const { external_id: asked, ...query } = context.query as { external_id?: string; where?: readonly object[] };
    if (asked === undefined) return context;
    if (!isStaff(context))
      throw new ApiError('VALIDATION_ERROR', 'Query validation failed', [
        { code: 'unrecognized_keys', path: ['external_id'], message: 'is not a query parameter of this operation' },
      ]);
    const colon = asked.indexOf(':');
    const id = await this.#ids.find(context.db, { source: asked.slice(0, colon), id: asked.slice(colon + 1) });
    const condition = { field: this.#names.id, operator: 'eq', value: id ?? NO_ROW };
    return { ...context, query: { ...query, where: [...(query.where ?? []), condition] } };
  }

  /** Puts the external ids into the rows of a reply. */
  async #shown(context: SyncContext, result: unknown): Promise<unknown> {
    if (!isStaff(context)) return result;
    const data = ((result instanceof Answer ? result.payload : result) as { data?: unknown } | undefined)?.data;
    const rows = (Array.isArray(data) ? data : [data]).filter(isRow);
    const ids = rows.map((row) => row[this.#names.id] as string).filter((id) => id !== undefined);
    const found = await this.#ids.ofRows(context.db, ids);
    for (const row of rows) row['external_ids'] = found.get(row[this.#names.id] as string) ?? [];
    return result;
  }
}

function succeeded(index: number, id: string, isNew: boolean): Result {
  return { index, status: isNew ? 'created' : 'updated', id, error: null };
}

function failed(index: number, { code, message, details }: ApiError): Result {
  return { index, status: 'failed', id: null, error: { code, message, ...(details !== undefined && { details }) } };
}

function summary(results: Result[]): { data: BatchResults } {
  const count = (status: string) => results.filter((result) => result.status === status).length;
  return { data: { created: count('created'), updated: count('updated'), failed: count('failed'), results } };
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isStaff({ principal }: SyncContext): boolean {
  return principal.userType !== 'client';
}

function isSame(one: ExternalId, other: ExternalId): boolean {
  return one.source === other.source && one.id === other.id;
}

function sorted(ids: readonly ExternalId[]): ExternalId[] {
  return ids.toSorted((one, other) => (one.source + one.id < other.source + other.id ? -1 : 1));
}

function named({ params }: SyncContext): { params: Readonly<Record<string, string>>; externalId: ExternalId } {
  const { source, external_id: id, ...parents } = params as { source: string; external_id: string };
  return { params: parents, externalId: { source, id } };
}

function parsedBody({ body }: Route, { body: given, request }: SyncContext): Members {
  return body === undefined ? {} : (parseItem(body, given, request) as Members);
}

function lastParam({ params }: Route): string {
  return Object.keys(params?.shape ?? {}).at(-1) as string;
}

/** @throws what was thrown, when it is no refusal but a failure, or a copy that has to be fetched first */
function refusalOf(thrown: unknown): ApiError {
  const error = toApiError(thrown);
  if (error.status >= 500) throw thrown;
  return error;
}

/** Issues with the place of their item before their own. */
function inItem(index: number, details: unknown): unknown {
  if (!Array.isArray(details)) return details ?? [{ code: 'refused', path: ['items', index], message: 'was refused' }];
  return details.map((issue: { path?: unknown[] }) => ({ ...issue, path: ['items', index, 'data', ...(issue.path ?? [])] }));
}
