import { type Actor, ApiError, type ErrorCode, errorCodes, type Question, type QuestionSpec, requestSubject, tenantId, type TenantId } from '@psa/contract-kit';
import type { Cause, TenantDb, TenantScope, TenantTables } from '@psa/postgres-kit';
import { activeTraceParent, inSpan, traceIds } from '@psa/trace-kit';
import { ErrorCode as NatsErrorCode, headers, type MsgHdrs, NatsError } from 'nats';
import type { z } from 'zod';
import type { Broker } from './broker.ts';

/** In whose name a question is asked; absent for the operator's commands and the gateway's own. */
export interface AskedBy {
  readonly tenant: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly traceparent?: string | null;
}

interface RequestMessage {
  data: unknown;
  by?: AskedBy;
}

type ReplyMessage = { ok: true; data: unknown } | { ok: false; error: { code: string; message: string; details?: unknown } };

const DEFAULT_TIMEOUT_MS = 2_000;
const PREFIX_LENGTH = requestSubject('', '').length - 1;

/**
 * Asks another service and waits for its answer.
 * @param by the caller it is asked for
 * @throws SERVICE_UNAVAILABLE when nobody answers in time; what the other service refused with, otherwise
 */
export async function ask<Q extends QuestionSpec>(
  broker: Broker, question: Question<Q>, data: z.input<Q['ask']>, by?: AskedBy, timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<z.output<Q['answer']>> {
  const message: RequestMessage = by === undefined ? { data } : { data, by };
  const began = performance.now();
  const parent = activeTraceParent() ?? by?.traceparent;
  let reply: ReplyMessage | undefined;
  try {
    reply = await inSpan('client', `ask ${nameOf(question)}`, async (traceparent) => {
      const head = withTraceParent(traceparent ?? parent);
      const answer = await broker.connection.request(question.subject, JSON.stringify(message), { timeout: timeoutMs, ...(head && { headers: head }) });
      return answer.json<ReplyMessage>();
    }, parent);
  } catch (error) {
    throw new ApiError('SERVICE_UNAVAILABLE', `The ${question.service} service did not answer`, undefined, { 'retry-after': '1', ...reason(error) });
  } finally {
    const outcome = reply === undefined ? 'no answer' : reply.ok ? 'ok' : reply.error.code;
    broker.onQuestion({ side: 'asked', question: nameOf(question), outcome, seconds: (performance.now() - began) / 1000 });
  }
  if (reply.ok) return question.answer.parse(reply.data) as z.output<Q['answer']>;
  const { code, message: text, details } = reply.error;
  throw new ApiError(code in errorCodes ? code as ErrorCode : 'INTERNAL_ERROR', text, details);
}

/** `<service>.<name>`, the part of the subject that tells questions apart. */
function nameOf({ subject }: Pick<Question, 'subject'>): string {
  return subject.slice(PREFIX_LENGTH);
}

function withTraceParent(traceparent: string | null | undefined): MsgHdrs | undefined {
  if (traceparent === undefined || traceparent === null) return undefined;
  const head = headers();
  head.set('traceparent', traceparent);
  return head;
}

/** Whether the error says that no instance of the service is there at all. */
export function nobodyThere(error: unknown): boolean {
  return error instanceof ApiError && error.headers[NOBODY] === 'true';
}

const NOBODY = 'x-no-responders';

function reason(error: unknown): Record<string, string> {
  return error instanceof NatsError && error.code === NatsErrorCode.NoResponders ? { [NOBODY]: 'true' } : {};
}

/** What an answering function is told of the asker. */
export interface Asker {
  readonly tenant: TenantId | undefined;
  readonly actor: Actor;
  readonly correlationId: string;
  /** The asker's tenant in the database of the answering service; absent for the operator, and where there is no database. */
  readonly db: TenantDb<never> | undefined;
}

export interface Answering<Ports = never> {
  readonly question: Question;
  readonly answer: (data: never, asker: Asker, ports: Ports) => Promise<unknown>;
}

/** Pairs a question with the function that answers it. */
export function answering<Q extends QuestionSpec, Ports>(
  question: Question<Q>, answer: (data: z.output<Q['ask']>, asker: Asker, ports: Ports) => Promise<z.input<Q['answer']>>,
): Answering<Ports> {
  return { question: question as unknown as Question, answer: answer as Answering<Ports>['answer'] };
}

/**
 * Pairs a question about one tenant with the function that answers it from that tenant's rows.
 * @throws BAD_REQUEST (to the asker) when it is asked in nobody's name
 */
export function answeringFromTenant<Q extends QuestionSpec, Tables, Ports>(
  question: Question<Q>,
  answer: (data: z.output<Q['ask']>, db: Tables extends TenantTables<Tables> ? TenantScope<Tables> : never, ports: Ports) => Promise<z.input<Q['answer']>>,
): Answering<Ports> {
  return answering(question, async (data, { db }, ports: Ports) => {
    if (db === undefined) throw new ApiError('BAD_REQUEST', 'This question is asked in the name of a tenant');
    return answer(data, db as never, ports);
  });
}

/**
 * Answers a question, sharing the work with the other instances of the service.
 * @param database the database as one tenant; absent in a service without one
 */
export function serveAnswers(
  broker: Broker, { question, answer }: Answering, ports: object, toApiError: (thrown: unknown) => ApiError,
  log: { error(details: object, message: string): void }, database?: (cause: Cause) => TenantDb<never>,
): void {
  broker.answer(question.subject, question.service, async (refused, message) => {
    if (refused !== null) {
      log.error({ err: refused, subject: question.subject }, 'the broker does not let this service answer');
      return;
    }
    const began = performance.now();
    const parent = message.headers?.get('traceparent') || undefined;
    const serve = async (traceparent = parent): Promise<ReplyMessage> => {
      const { data, by } = message.json<RequestMessage>();
      const parsed = question.ask.safeParse(data);
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
      return { ok: true, data: await answer(parsed.data as never, { tenant, actor, correlationId, db }, ports as never) };
    };
    const reply = await inSpan('server', `answer ${nameOf(question)}`, serve, parent).catch((thrown: unknown): ReplyMessage => {
      const { code, message: text, details } = toApiError(thrown);
      if (code === 'INTERNAL_ERROR') log.error({ err: thrown, subject: question.subject, ...traceIds(parent) }, 'a question could not be answered');
      return { ok: false, error: { code, message: text, details } };
    });
    broker.onQuestion({
      side: 'answered',
      question: nameOf(question),
      outcome: reply.ok ? 'ok' : reply.error.code,
      seconds: (performance.now() - began) / 1000,
    });
    try {
      message.respond(JSON.stringify(reply));
    } catch (failure) {
      log.error({ err: failure, subject: question.subject }, 'an answer could not be sent');
    }
  });
}
