import type { ErrorCode, Route, RouteSpec, Routes } from '@psa/contract-kit';
import type { TenantScope, TenantTables } from '@psa/postgres-kit';
import type { z } from 'zod';
import type { Answer, Download, Redirect } from './answer.ts';
import type { Accepted } from './etag.ts';
import type { EventStream } from './event-stream.ts';
import type { UploadedFile } from './multipart.ts';
import type { Principal } from './principal.ts';
import type { RawAnswer } from './raw-answer.ts';

/** What an app gives its handlers beside the database: ports to the outside, requests to other services. */
export interface AppTypes {
  tables: object;
  ports: object;
}

type PartOf<R, Name extends 'params' | 'query' | 'body'> = R extends { [K in Name]: infer T extends z.ZodType }
  ? z.output<T>
  : Record<string, never>;

type Payload<R> = R extends { reply: { body: infer T extends z.ZodType } } ? z.input<T> : undefined;

/** What a handler may return: the payload its contract declares, with or without a head; bytes where the contract has media; a redirect where it may redirect. */
type Result<R> = R extends { reply: { raw: true } } ? RawAnswer : DeclaredResult<R>;

type DeclaredResult<R> =
  | (Payload<R> extends undefined ? void : Payload<R> | Answer<Payload<R>>)
  | (R extends { reply: { media: readonly string[] } } ? Download | EventStream : never)
  | (R extends { reply: { redirects: true } } ? Redirect : never);

/** The input of one operation, parsed and proved. */
export interface Context<R extends RouteSpec, App extends AppTypes> {
  readonly params: PartOf<R, 'params'>;
  readonly query: PartOf<R, 'query'>;
  readonly body: PartOf<R, 'body'>;
  readonly file: R extends { bodyKind: 'multipart' } ? UploadedFile : undefined;
  /** Who calls; null on public and signed routes. */
  readonly principal: R['permission'] extends 'public' | 'signed' ? null : Principal;
  /** The caller's tenant in the database. */
  readonly db: App['tables'] extends TenantTables<App['tables']> ? TenantScope<App['tables']> : never;
  readonly ports: App['ports'];
  /** Versions If-Match accepts; undefined when any will do. */
  readonly ifMatch: Accepted;
  readonly request: RequestInfo;
  /** Ends the request with an error the contract declares. */
  readonly fail: (code: R extends { errors: readonly (infer E)[] } ? E : ErrorCode, message?: string, details?: unknown) => never;
}

export interface RequestInfo {
  readonly id: string;
  readonly traceparent: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it arrived, for signatures. */
  readonly rawBody: Buffer | undefined;
}

export type Handler<R extends RouteSpec, App extends AppTypes> = (context: Context<R, App>) => Result<R> | Promise<Result<R>>;

export type Handlers<S extends Record<string, RouteSpec>, App extends AppTypes> = { readonly [K in keyof S]: Handler<S[K], App> };

/** A route with its handler, types forgotten: what the dispatcher works on. */
export interface BoundRoute {
  readonly route: Route;
  readonly handle: (context: never) => unknown;
  readonly admit?: (asked: never) => void | Promise<void>;
}

/** A request whose body was read but not looked at. */
export interface Asked<App extends AppTypes> {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly request: RequestInfo;
  readonly ports: App['ports'];
}

export interface HandlersOptions<App extends AppTypes> {
  /** Decides over a request by its head and raw body, before anything is said about what is in it: for routes whose callers sign. Throws to refuse. */
  readonly admit?: (asked: Asked<App>) => void | Promise<void>;
}

/**
 * Makes an app's `handlers` function.
 * A route without a handler, or a handler without a route, does not compile.
 */
export function handlersFor<App extends AppTypes>() {
  return <S extends Record<string, RouteSpec>>(
    declared: Routes<S>,
    implementations: Handlers<S, App>,
    { admit }: HandlersOptions<App> = {},
  ): BoundRoute[] =>
    Object.entries(declared).map(([name, route]) => ({
      route: route as Route,
      handle: implementations[name] as (context: never) => unknown,
      ...(admit === undefined ? {} : { admit: admit as (asked: never) => void }),
    }));
}
