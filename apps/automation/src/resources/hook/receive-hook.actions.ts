import { timingSafeEqual } from 'node:crypto';
import { ApiError, conflict, notFound, tenantId } from '@psa/contract-kit';
import { WebhookTrigger } from '@psa/contracts-automation';
import { evaluateConditions } from '@psa/conditions';
import type { RequestInfo } from '@psa/http-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { depthAfterRequest } from '../execution/causation.ts';
import { MAX_DEPTH } from '../execution/execution.rules.ts';
import { ruleContext } from '../execution/rule-context.ts';
import { stopLoop } from '../execution/stop-loop.actions.ts';
import type { ExecutionRecord } from '../execution/execution.records.ts';
import { recordFalseConditions, type Start } from '../execution/queue-execution.actions.ts';
import { holdWithSlot } from '../execution/slots.records.ts';
import { startExecution } from '../execution/start-execution.actions.ts';
import type { StartLimits } from '../execution/start-limits.ts';
import { findRule, type RuleRecord } from '../rule/rule.records.ts';
import { isSigned } from '../webhook/signature.ts';
import { findHook, formerPlace, type HookRecord, secretPlace, tenantOfHook } from './hook.records.ts';

export interface HookCall {
  readonly tenantSlug: string;
  readonly hookId: string;
  readonly request: RequestInfo;
}

/**
 * Starts the rule behind a public address.
 * @returns the execution; null when this call was had before
 * @throws NOT_FOUND, UNAUTHORIZED when the call does not prove itself, RATE_LIMITED, CONFLICT when the rule is not active
 */
export async function receiveHook(ports: Ports, call: HookCall): Promise<ExecutionRecord | null> {
  const { hookId, request } = call;
  const tenant = await tenantOfHook(ports.workerDatabase, hookId, call.tenantSlug);
  if (tenant === undefined) throw notFound('Hook');
  const asHook = ports.asTenant({
    tenant: tenantId(tenant),
    actor: { id: 'automation', type: 'system' },
    correlationId: request.id,
    traceparent: request.traceparent ?? null,
  });
  const hook = await findHook(asHook, hookId);
  const rule = hook && (await findRule(asHook, hook.rule_id));
  if (hook === undefined || rule === undefined) throw notFound('Hook');
  const trigger = WebhookTrigger.parse(rule.trigger_config);
  const wait = ports.hookLimiter.admit(hookId, trigger.rate_limit_per_minute, Date.now());
  if (wait > 0) throw new ApiError('RATE_LIMITED', undefined, undefined, { 'retry-after': String(Math.ceil(wait / 1000)) });
  const body = request.rawBody ?? Buffer.alloc(0);
  const secrets = await secretsOf(asHook, ports, hook);
  if (!proves(trigger, secrets, request, body.toString('utf8')))
    throw new ApiError('UNAUTHORIZED', 'The call is not signed as this address demands');
  return startByHook(asHook, ports.startLimits, rule, request, parseObject(body.toString('utf8')), callName(trigger, request));
}

async function secretsOf(db: Db, { secrets }: Ports, hook: HookRecord): Promise<string[]> {
  const { hook_id, sealed_secret, sealed_former_secret, former_until } = hook;
  const present = await secrets.open(db, sealed_secret, secretPlace(hook_id));
  if (sealed_former_secret === null || former_until === null || Date.parse(former_until) < Date.now()) return [present];
  return [present, await secrets.open(db, sealed_former_secret, formerPlace(hook_id))];
}

function proves({ authentication }: WebhookTrigger, secrets: readonly string[], request: RequestInfo, body: string): boolean {
  if (authentication.type === 'bearer') {
    const given = Buffer.from(headerOf(request, 'authorization') ?? '');
    return secrets.some((secret) => {
      const expected = Buffer.from(`Bearer ${secret}`);
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }
  return isSignedCall(secrets, request, body);
}

/** Whether one of the secrets signed a call as Standard Webhooks says. */
export function isSignedCall(secrets: readonly string[], request: RequestInfo, body: string): boolean {
  const [message_id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(request, name),
  );
  if (message_id === undefined || timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  return isSigned(secrets, { message_id, timestamp, signature, body }, Date.now());
}

/** What names a call. A signed one is named by the id it signed: any other header could be exchanged, and the call sent again. */
function callName({ authentication, idempotency_header }: WebhookTrigger, request: RequestInfo): string | undefined {
  return headerOf(request, authentication.type === 'hmac_sha256' ? 'webhook-id' : idempotency_header);
}

function startByHook(
  db: Db,
  limits: StartLimits,
  found: RuleRecord,
  { headers }: RequestInfo,
  body: Record<string, unknown>,
  name: string | undefined,
): Promise<ExecutionRecord | null> {
  return db.transaction(async (tx) => {
    const held = await holdWithSlot(tx, found);
    if (held === undefined) throw notFound('Hook');
    const { rule, hasSlot: has_slot } = held;
    if (rule.status !== 'active') throw conflict('The rule is not active');
    const { correlationId: correlation_id } = tx.context;
    const depth = await depthAfterRequest(tx, correlation_id);
    const start: Start = {
      trigger_type: 'webhook',
      trigger_data: { body, content_type: headers['content-type'] ?? null, received_at: new Date().toISOString() },
      correlation_id,
      depth,
      has_slot,
      context: { correlation_id, depth },
      ...(name === undefined ? {} : { fire_key: `hook:${name}` }),
    };
    if (depth > MAX_DEPTH) return (await stopLoop(tx, [rule], start)) ?? null;
    const known = ruleContext(rule, 'webhook', start.trigger_data, new Date());
    const { holds } = evaluateConditions(rule.conditions, rule.condition_logic, known);
    const row = holds ? await startExecution(tx, limits, rule, start) : await recordFalseConditions(tx, [rule], start, () => known);
    return row ?? null;
  });
}

/** A header of a call, unless it is too long to mean anything. */
export function headerOf({ headers }: RequestInfo, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' && value.length <= 500 ? value : undefined;
}

/** @throws VALIDATION_ERROR for a body that is no JSON object */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new ApiError('VALIDATION_ERROR', undefined, [{ code: 'invalid_type', path: [], message: 'must be a JSON object' }]);
}
