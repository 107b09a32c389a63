import { type Actor, notFound, requiredPermissions, type TenantId } from '@psa/contract-kit';
import type { TenantScope } from '@psa/postgres-kit';
import { Answer } from './answer.ts';
import type { BoundRoute } from './handlers.ts';
import { replyOnce, requestFingerprint } from './idempotency.ts';
import type { Principal } from './principal.ts';
import { parsePart } from './validation.ts';

/** What another service wants done, and in whose name. */
export interface RouteOrder {
  readonly tenant: TenantId;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly db: TenantScope<never>;
  readonly ports: object;
  /** Of the resource; null where the route's path names none. */
  readonly id: string | null;
  /** The body as a caller over HTTP would send it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same for every repetition: what it has done it does not do again. */
  readonly key: string;
}

export interface Performed {
  readonly id: string | null;
  /** The resource as the route answers with it; null where it answers with nothing. */
  readonly resource: Record<string, unknown> | null;
}

/**
 * Does what a route does, asked by another service of the product instead of over HTTP: held against the same schema, done by the
 * same handler, once for each key. Who may ask for it the asker has found out; for the handler it is somebody of the staff.
 * @throws what the route refuses with; VALIDATION_ERROR for members nobody can write, since whoever wrote them is not there to see them dropped
 */
export async function performRoute(
  { route, handle }: BoundRoute,
  { tenant, actor, correlationId, db, ports, id, data, key }: RouteOrder,
): Promise<Performed> {
  const [name] = Object.keys(route.params?.shape ?? {});
  if ((name === undefined) !== (id === null)) throw notFound('Resource');
  const params = route.params === undefined ? {} : parsePart('params', route.params, { [name as string]: id }, true);
  const body = route.body === undefined ? {} : parsePart('body', route.body, data, true);
  const query = route.query === undefined ? {} : parsePart('query', route.query, {}, false);
  const principal: Principal = {
    tenant,
    userId: actor.id,
    userType: 'internal',
    credential: { type: 'session', id: actor.id },
    clientId: undefined,
    actor,
    permissions: new Set([...requiredPermissions(route), ...(route.mayUse ?? [])]),
  };
  const request = { id: correlationId, traceparent: undefined, headers: {}, rawBody: undefined };
  const fingerprint = requestFingerprint(route.method, `${route.path} ${id}`, JSON.stringify(data));
  const reply = await replyOnce(db, { actorId: actor.id, key, fingerprint, secretReply: false }, async (held) => {
    const result: unknown = await handle({
      params,
      query,
      body,
      file: undefined,
      principal,
      db: held,
      ports,
      ifMatch: undefined,
      request,
    } as never);
    const { payload, location } = result instanceof Answer ? result : new Answer(result, {});
    const performed: Performed = { id: id ?? location?.split('/').at(-1) ?? null, resource: resourceOf(payload) };
    return { status: route.reply.status, headers: {}, body: JSON.stringify(performed) };
  });
  return JSON.parse(reply.body as string) as Performed;
}

function resourceOf(payload: unknown): Performed['resource'] {
  return (payload as { data?: Record<string, unknown> } | undefined)?.data ?? null;
}
