import {
  type Actor,
  ApiError,
  type ErrorCode,
  errorCodes,
  type RpcMethod,
  type RpcMethodSpec,
  rpcSubject,
  tenantId,
  type TenantId,
} from '@psa/contract-kit';
import { assertOutsideTransaction, type RequestContext, type TenantDb, type TenantScope, type TenantTables } from '@psa/postgres-kit';
import { activeTraceParent, inSpan, traceIds } from '@psa/trace-kit';
import { ErrorCode as NatsErrorCode, headers, type MsgHdrs, NatsError } from 'nats';
import type { z } from 'zod';
import type { Broker } from './broker.ts';

/** In whose name a method is called; absent for the operator's commands and the gateway's own. */
export interface RpcIdentity {
  readonly tenant: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly traceparent?: string | null;
}

interface RequestMessage {
  data: unknown;
  by?: RpcIdentity;
}

type ReplyMessage = { ok: true; data: unknown } | { ok: false; error: { code: string; message: string; details?: unknown } };

const DEFAULT_TIMEOUT_MS = 2_000;
const PREFIX_LENGTH = rpcSubject('', '').length - 1;

/**
 * Asks another service and waits for its answer.
 * @param by the caller it is asked for
 * @throws SERVICE_UNAVAILABLE when nobody answers in time; what the other service refused with, otherwise
 */
export async function callRpc<Q extends RpcMethodSpec>(
  broker: Broker,
  method: RpcMethod<Q>,
  data: z.input<Q['request']>,
  by?: RpcIdentity,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<z.output<Q['response']>> {
  assertOutsideTransaction(`The call of ${nameOf(method)}`);
  const message: RequestMessage = by === undefined ? { data } : { data, by };
  const began = performance.now();
  const parent = activeTraceParent() ?? by?.traceparent;
  let reply: ReplyMessage | undefined;
  try {
    reply = await inSpan(
      'client',
      `rpc ${nameOf(method)}`,
      async (traceparent) => {
        const head = withTraceParent(traceparent ?? parent);
        const received = await broker.connection.request(method.subject, JSON.stringify(message), {
          timeout: timeoutMs,
          ...(head && { headers: head }),
        });
        return received.json<ReplyMessage>();
      },
      parent,
    );
  } catch (error) {
    throw new ApiError('SERVICE_UNAVAILABLE', `The ${method.service} service did not answer`, undefined, reason(error));
  } finally {
    const outcome = reply === undefined ? 'no response' : reply.ok ? 'ok' : reply.error.code;
    broker.onRpc({ side: 'client', method: nameOf(method), outcome, seconds: (performance.now() - began) / 1000 });
  }
  if (reply.ok) return method.response.parse(reply.data) as z.output<Q['response']>;
  const { code, message: text, details } = reply.error;
  throw new ApiError(code in errorCodes ? (code as ErrorCode) : 'INTERNAL_ERROR', text, details);
}

/**
 * Whether any instance of a service handles a method. It is asked with a request that every handler refuses before it acts.
 * An instance that is there but does not answer in time counts.
 */
export async function hasResponders(broker: Broker, method: Pick<RpcMethod, 'subject'>): Promise<boolean> {
  assertOutsideTransaction(`The call of ${nameOf(method)}`);
  try {
    await broker.connection.request(method.subject, JSON.stringify({ data: null }), { timeout: DEFAULT_TIMEOUT_MS });
    return true;
  } catch (error) {
    if (error instanceof NatsError && error.code === NatsErrorCode.NoResponders) return false;
    if (error instanceof NatsError && error.code === NatsErrorCode.Timeout) return true;
    throw error;
  }
}

/** `<service>.<name>`, the part of the subject that tells methods apart. */
function nameOf({ subject }: Pick<RpcMethod, 'subject'>): string {
  return subject.slice(PREFIX_LENGTH);
}

function withTraceParent(traceparent: string | null | undefined): MsgHdrs | undefined {
  if (traceparent === undefined || traceparent === null) return undefined;
  const head = headers();
  head.set('traceparent', traceparent);
  return head;
}

/** Whether the error says that no instance of the service is there at all. */
export function isNoResponders(error: unknown): boolean {
  return error instanceof ApiError && error.headers[NOBODY] === 'true';
}

const NOBODY = 'x-no-responders';

function reason(error: unknown): Record<string, string> {
  return error instanceof NatsError && error.code === NatsErrorCode.NoResponders ? { [NOBODY]: 'true' } : {};
}

/** What an answering function is told of the asker. */
export interface RpcCaller {
  readonly tenant: TenantId | undefined;
  readonly actor: Actor;
  readonly correlationId: string;
  /** The asker's tenant in the database of the answering service; absent for the operator, and where there is no database. */
  readonly db: TenantDb<never> | undefined;
}

export interface RpcHandler<Ports = never> {
  readonly method: RpcMethod;
  readonly handle: (data: never, caller: RpcCaller, ports: Ports) => Promise<unknown>;
}

/** Pairs a method with the function that handles it. */
export function rpcHandler<Q extends RpcMethodSpec, Ports>(
  method: RpcMethod<Q>,
  handle: (data: z.output<Q['request']>, caller: RpcCaller, ports: Ports) => Promise<z.input<Q['response']>>,
): RpcHandler<Ports> {
  return { method: method as unknown as RpcMethod, handle: handle as RpcHandler<Ports>['handle'] };
}

/**
 * Pairs a method about one tenant with the function that handles it from that tenant's rows.
 * @throws BAD_REQUEST (to the asker) when it is asked in nobody's name
 */
export function tenantRpcHandler<Q extends RpcMethodSpec, Tables, Ports>(
  method: RpcMethod<Q>,
  handle: (
    data: z.output<Q['request']>,
    db: Tables extends TenantTables<Tables> ? TenantScope<Tables> : never,
    ports: Ports,
  ) => Promise<z.input<Q['response']>>,
): RpcHandler<Ports> {
  return rpcHandler(method, async (data, { db }, ports: Ports) => {
    if (db === undefined) throw new ApiError('BAD_REQUEST', 'This method is called in the name of a tenant');
    return handle(data, db as never, ports);
  });
}

/**
 * Serves a method, sharing the work with the other instances of the service.
 * @param database the database as one tenant; absent in a service without one
 */
export function serveRpc(
  broker: Broker,
  { method, handle }: RpcHandler,
  ports: object,
  toApiError: (thrown: unknown) => ApiError,
  log: { error(details: object, message: string): void },
  database?: (context: RequestContext) => TenantDb<never>,
): void {
  broker.handle(method.subject, method.service, async (refused, message) => {
    if (refused !== null) {
      log.error({ err: refused, subject: method.subject }, 'the broker does not let this service answer');
      return;
    }
    const began = performance.now();
    const parent = message.headers?.get('traceparent') || undefined;
    const serve = async (traceparent = parent): Promise<ReplyMessage> => {
      const { data, by } = message.json<RequestMessage>();
      const parsed = method.request.safeParse(data);
      if (!parsed.success)
        throw new ApiError(
          'VALIDATION_ERROR',
          undefined,
          parsed.error.issues.map(({ code, path, message: text }) => ({ code, path, message: text })),
        );
      const tenant = by === undefined ? undefined : tenantId(by.tenant);
      const actor = by?.actor ?? { id: 'operator', type: 'system' };
      const correlationId = by?.correlationId ?? crypto.randomUUID();
      const db = tenant && database?.({ tenant, actor, correlationId, traceparent: traceparent ?? null });
      return { ok: true, data: await handle(parsed.data as never, { tenant, actor, correlationId, db }, ports as never) };
    };
    const reply = await inSpan('server', `rpc ${nameOf(method)}`, serve, parent).catch((thrown: unknown): ReplyMessage => {
      const { code, message: text, details } = toApiError(thrown);
      if (code === 'INTERNAL_ERROR') log.error({ err: thrown, subject: method.subject, ...traceIds(parent) }, 'an RPC method failed');
      return { ok: false, error: { code, message: text, details } };
    });
    broker.onRpc({
      side: 'server',
      method: nameOf(method),
      outcome: reply.ok ? 'ok' : reply.error.code,
      seconds: (performance.now() - began) / 1000,
    });
    try {
      message.respond(JSON.stringify(reply));
    } catch (failure) {
      log.error({ err: failure, subject: method.subject }, 'an answer could not be sent');
    }
  });
}
