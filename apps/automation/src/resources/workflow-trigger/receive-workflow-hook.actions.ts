import { ApiError, conflict, notFound, tenantId } from '@psa/contract-kit';
import type { StartWorkflow } from '@psa/contracts-automation';
import type { RequestInfo } from '@psa/http-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { matchesTrigger } from '../engine/event-match.rules.ts';
import { headerOf, isSignedCall, parseObject } from '../hook/receive-hook.actions.ts';
import { findByFireKey } from '../workflow/workflow.records.ts';
import { startFromTrigger } from './start-from-trigger.actions.ts';
import { findTrigger, formerPlace, lockTrigger, noteFired, secretPlace, tenantOfTrigger, type TriggerRow } from './trigger.records.ts';

const CALLS_PER_MINUTE = 600;

/**
 * Starts the workflow behind a public address.
 * @throws NOT_FOUND, UNAUTHORIZED when the call does not prove itself, RATE_LIMITED, CONFLICT when the trigger is not active
 */
export async function receiveWorkflowHook(
  ports: Ports,
  { tenantSlug, hookId, request }: { readonly tenantSlug: string; readonly hookId: string; readonly request: RequestInfo },
): Promise<{ execution_id: string | null; duplicate: boolean }> {
  const tenant = await tenantOfTrigger(ports.workerDatabase, hookId, tenantSlug);
  if (tenant === undefined) throw notFound('Hook');
  const db = ports.asTenant({
    tenant: tenantId(tenant),
    actor: { id: 'automation', type: 'system' },
    correlationId: request.id,
    traceparent: request.traceparent ?? null,
  });
  const trigger = await findTrigger(db, hookId);
  if (trigger === undefined) throw notFound('Hook');
  const wait = ports.hookLimiter.admit(hookId, CALLS_PER_MINUTE, Date.now());
  if (wait > 0) throw new ApiError('RATE_LIMITED', undefined, undefined, { 'retry-after': String(Math.ceil(wait / 1000)) });
  const body = (request.rawBody ?? Buffer.alloc(0)).toString('utf8');
  if (!isSignedCall(await secretsOf(db, ports, trigger), request, body))
    throw new ApiError('UNAUTHORIZED', 'The call is not signed as this address demands');
  return startByCall(db, hookId, parseObject(body), headerOf(request, 'webhook-id') as string);
}

async function secretsOf(db: Db, { secrets }: Ports, trigger: TriggerRow): Promise<string[]> {
  const { trigger_id, sealed_secret, sealed_former_secret, former_until } = trigger;
  const present = await secrets.open(db, sealed_secret as string, secretPlace(trigger_id));
  if (sealed_former_secret === null || former_until === null || Date.parse(former_until) < Date.now()) return [present];
  return [present, await secrets.open(db, sealed_former_secret, formerPlace(trigger_id))];
}

function startByCall(
  db: Db,
  triggerId: string,
  body: Record<string, unknown>,
  name: string,
): Promise<{ execution_id: string | null; duplicate: boolean }> {
  return db.transaction(async (tx) => {
    const trigger = await lockTrigger(tx, triggerId);
    if (!trigger.is_active) throw conflict('The trigger is not active');
    const fire_key = `hook:${triggerId}:${name}`;
    const known = await findByFireKey(tx, trigger.workflow_registration_id, fire_key);
    if (known !== undefined) return { execution_id: known.execution_id, duplicate: true };
    if (!matchesTrigger({ event_filters: trigger.conditions } as never, { data: body } as never, ''))
      return { execution_id: null, duplicate: false };
    const context_data = { body, received_at: new Date().toISOString() } as unknown as StartWorkflow['context_data'];
    const started = await startFromTrigger(tx, trigger, { context_data, fire_key });
    if (typeof started === 'string') throw conflict(started);
    await noteFired(tx, triggerId, null);
    return { execution_id: started.execution_id, duplicate: false };
  });
}
