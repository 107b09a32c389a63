import type { paths, webhooks } from './generated/schema.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths that have an operation of a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths] &
  string;

type Operation<P extends string, M extends Method> = P extends keyof paths ? paths[P][M & keyof paths[P]] : never;

type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;
type SuccessOf<O> = O extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201 | 202)]> : never;
type Unwrapped<B> = B extends { success: true; data: infer D }
  ? D extends { data: infer X }
    ? X
    : D
  : B extends { data: infer X }
    ? X
    : B;

/** What an operation answers, without its envelope; undefined where it answers nothing. */
export type Result<P extends string, M extends Method> = [SuccessOf<Operation<P, M>>] extends [never]
  ? undefined
  : Unwrapped<SuccessOf<Operation<P, M>>>;

/** A row of what a list answers. */
export type RowOf<P extends string> = Result<P, 'get'> extends readonly (infer Row)[] ? Row : never;

/** Paths whose GET answers rows. */
export type ListPath = { [P in PathOf<'get'>]: [RowOf<P>] extends [never] ? never : P }[PathOf<'get'>];

type PathParameters<O> = O extends { parameters: { path: infer Given extends object } } ? { path: Given } : { path?: never };
type QueryParameters<O> = O extends { parameters: { query: infer Given extends object } }
  ? { query: Given & ExactFilters }
  : O extends { parameters: { query?: infer Given } }
    ? { query?: ([Given] extends [never | undefined] ? object : Given) & ExactFilters }
    : { query?: never };
type Body<O> = O extends { requestBody: { content: { 'application/json': infer Given } } }
  ? { body: Given }
  : O extends { requestBody?: { content: { 'application/json': infer Given } } }
    ? { body?: Given }
    : { body?: never };

/** Exact filters of lists, such as `'created_at.gte': '2026-01-31'`. */
export type ExactFilters = {
  readonly [K in `${string}.${'eq' | 'ne' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'null'}`]?: string | number | boolean;
};

/** What every call can be told. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Key under which a POST takes effect once; a random one when absent. */
  readonly idempotencyKey?: string;
  /** ETag of the version the change is based on: a newer one refuses it with 412. */
  readonly ifMatch?: string;
}

/** What an operation is called with. One path at a time: parts of several would be combined with one another. */
export type Options<P extends string, M extends Method> = P extends string
  ? CallOptions & PathParameters<Operation<P, M>> & QueryParameters<Operation<P, M>> & Body<Operation<P, M>>
  : never;

/** Options that may be left out where none of them is required. */
export type Arguments<P extends string, M extends Method> = P extends string
  ? object extends Options<P, M>
    ? [options?: Options<P, M>]
    : [options: Options<P, M>]
  : never;

/** Names of the product's events. */
export type EventName = keyof webhooks & string;

/** A fact, as webhooks and the feed tell it. */
export interface PsaEvent<Name extends string = string> {
  readonly specversion: '1.0';
  /** Identifies the event: one that comes again is the same fact. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly eventname: Name;
  /** Id of what it is about. */
  readonly subject: string;
  readonly time: string;
  readonly tenantid: string;
  readonly actorid: string;
  readonly actortype: 'user' | 'api_key' | 'system';
  /** Counts the changes of the subject: what is older than the version known is to be ignored. */
  readonly aggregateversion: number;
  readonly correlationid: string;
  readonly causationid?: string;
  readonly data: EventDataOf<Name>;
}

type EventDataOf<Name extends string> = Name extends keyof webhooks
  ? webhooks[Name] extends { post: { requestBody: { content: { 'application/cloudevents+json': { data: infer Data } } } } }
    ? Data
    : Readonly<Record<string, unknown>>
  : Readonly<Record<string, unknown>>;
