import type { Deprecation } from './deprecation.ts';
import type { z } from 'zod';
import type { Form, ReplySpec } from './envelopes.ts';
import type { ErrorCode } from './error-codes.ts';
import type { PermissionName } from './permissions/catalogue.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Who may call a route: every named permission is needed;
 * `public` nobody in particular, `session` anyone signed in or holding a key, `signed` a caller that signs its request.
 */
export type Access = PermissionName | readonly PermissionName[] | 'public' | 'session' | 'signed';

/** A resource other systems keep in step by their own ids, by the names of its routes. */
export interface SyncedResource {
  readonly create: string;
  readonly read: string;
  readonly update: string;
  /** Where rows can be filtered by external id. */
  readonly list?: string;
  /** Route that refuses an unknown row the resource is part of, such as its client. */
  readonly within?: string;
  /** Its writes call others, such as another service or a password hash: the items of a batch are committed one by one. */
  readonly separately?: true;
  /** Member of a row that identifies it. */
  readonly id: string;
}

/** One operation, declared once: validation, permission, gateway table, documents and derived tests read this literal. */
export interface RouteSpec {
  readonly method: Method;
  /** Path template; placeholders in braces. */
  readonly path: `/${string}`;
  readonly permission: Access;
  /** Permissions the handler asks for beyond `permission`, so that the internal token carries them. */
  readonly mayUse?: readonly PermissionName[];
  /** Refused to people of the client portal, who may hold the permission for something of their own. */
  readonly staffOnly?: true;
  /** Refused to API keys: a person has to be signed in. */
  readonly sessionOnly?: true;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** `multipart` bodies are parsed into fields and one file, `form` takes what an HTML form sends beside JSON; default is JSON. */
  readonly bodyKind?: 'json' | 'multipart' | 'form';
  /** Largest accepted body in bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  readonly reply: ReplySpec;
  /** Codes this route answers with beyond the implied ones. */
  readonly errors?: readonly ErrorCode[];
  /** The reply carries an ETag made from the row version; the request may carry If-Match or If-None-Match. */
  readonly versioned?: boolean;
  /** What an unknown id gives, where the contract demands something else than 404. */
  readonly unknownId?: 200 | 204;
  /** The reply shows a secret once: it is never stored for an Idempotency-Key. */
  readonly secretReply?: boolean;
  /** Documents, headers of answers and metrics tell of it. */
  readonly deprecated?: Deprecation;
  /** Set on the routes that `syncRoutes` makes. */
  readonly sync?: SyncedResource;
}

export interface RouteGroup {
  readonly service: string;
  readonly form: Form;
  /** Category in the documents. */
  readonly tag: string;
  /** Refused to people of the client portal, see {@link RouteSpec.staffOnly}. */
  readonly staffOnly?: true;
  /** Path prefixes under which the same routes are served as well: `[canonical, alias]`. */
  readonly aliases?: readonly (readonly [string, string])[];
}

/** A route with what its group and name add. */
export type Route<S extends RouteSpec = RouteSpec> = S & {
  readonly name: string;
  readonly service: string;
  readonly form: Form;
  readonly tag: string;
  /** The path and its aliases. */
  readonly paths: readonly string[];
};

export type Routes<S extends Record<string, RouteSpec> = Record<string, RouteSpec>> = { readonly [K in keyof S]: Route<S[K]> };

type Placeholders<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;

/** Refuses a placeholder without a schema in `params`, and a schema without its placeholder. */
type WithParams<S> = {
  [K in keyof S]: S[K] extends { path: infer P extends string }
    ? [Placeholders<P>] extends [never]
      ? { params?: never }
      : { params: z.ZodObject<Record<Placeholders<P>, z.ZodType>> }
    : never;
};

/**
 * Declares the routes of one resource.
 * @param group what they share: service, form, tag, aliases
 * @param specs one literal per operation, by name
 */
export function routes<const S extends Record<string, RouteSpec>>(group: RouteGroup, specs: S & WithParams<S>): Routes<S> {
  const entries = Object.entries(specs as S).map(([name, spec]) => {
    const paths = [spec.path as string];
    for (const [canonical, alias] of group.aliases ?? []) {
      if (spec.path === canonical || spec.path.startsWith(`${canonical}/`)) paths.push(alias + spec.path.slice(canonical.length));
    }
    return [
      name,
      {
        ...(group.staffOnly === true && { staffOnly: true }),
        ...spec,
        name,
        service: group.service,
        form: group.form,
        tag: group.tag,
        paths,
      },
    ];
  });
  return Object.fromEntries(entries) as Routes<S>;
}

/** The permissions a route demands, in order; empty for `public`, `session` and `signed`. */
export function requiredPermissions(route: Pick<RouteSpec, 'permission'>): readonly PermissionName[] {
  const { permission } = route;
  if (permission === 'public' || permission === 'session' || permission === 'signed') return [];
  return typeof permission === 'string' ? [permission] : permission;
}

/** Whether a caller needs a credential the gateway can turn into a principal. */
export function needsPrincipal(route: Pick<RouteSpec, 'permission'>): boolean {
  return route.permission !== 'public' && route.permission !== 'signed';
}
