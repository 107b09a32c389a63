import { type Event, type EventEnvelope, isUuid } from '@psa/contract-kit';
import type { EventTrigger, PublicEvent } from '@psa/contracts-automation';
import { evaluateConditions } from '@psa/conditions';
import type { Ports, Tx } from '../../automation-app.ts';
import { toPublicEvent } from '../event-feed/public-event.ts';
import { depthOf, lockGathering, updateExecution, wasQueuedSince } from '../execution/execution.records.ts';
import { depthAfterRequest } from '../execution/causation.ts';
import { MAX_DEPTH } from '../execution/execution.rules.ts';
import { recordFalseConditions, recordSkipped, type Start } from '../execution/queue-execution.actions.ts';
import { startAtCommit, startExecution } from '../execution/start-execution.actions.ts';
import type { StartLimits } from '../execution/start-limits.ts';
import { lockRule, type RuleRecord } from '../rule/rule.records.ts';
import { storedTrigger } from '../rule/rule.rules.ts';
import { matchesTrigger } from './event-match.rules.ts';
import { ruleContext } from '../execution/rule-context.ts';
import { holdWithSlot } from '../execution/slots.records.ts';
import { stopLoop } from '../execution/stop-loop.actions.ts';
import { noteWaitingRule } from '../execution/waiting-rules.ts';

const MINUTE = 60_000;
const BATCH_MINUTES = 5;

/** Starts rules by an event. @param rules the active ones for events of its name */
export async function triggerByEvent(
  tx: Tx,
  { name, domain }: Event,
  envelope: EventEnvelope,
  rules: readonly RuleRecord[],
  ports: Pick<Ports, 'log' | 'startLimits'>,
): Promise<void> {
  if (rules.length === 0) return;
  const event = toPublicEvent(envelope, name);
  const depth = await depthAfter(tx, envelope);
  const start: Start = {
    trigger_type: 'event_based',
    trigger_data: event as unknown as Record<string, unknown>,
    correlation_id: envelope.correlationid,
    depth,
    subject: event.subject,
    fire_key: `event:${event.id}`,
    context: { correlation_id: envelope.correlationid, depth, event_id: event.id },
  };
  const waiting = rules.filter((rule) => rule.rule_id !== envelope.actor.id && matchesTrigger(triggerOf(rule), event, domain));
  if (depth > MAX_DEPTH) {
    ports.log.warn(
      { event_id: event.id, correlation_id: envelope.correlationid, rules: waiting.length },
      'rules that start each other were stopped',
    );
    await stopLoop(tx, waiting, start);
    return;
  }
  const now = new Date();
  const knownTo = (rule: RuleRecord) => ruleContext(rule, 'event_based', start.trigger_data, now);
  const holding = waiting.filter((rule) => evaluateConditions(rule.conditions, rule.condition_logic, knownTo(rule)).holds);
  const skipped = waiting.filter((rule) => !holding.includes(rule));
  await recordFalseConditions(tx, skipped, start, knownTo);
  // In the order of their ids, so that two events never wait for each other.
  for (const rule of holding) await startByEvent(tx, ports.startLimits, rule, event, start, now.getTime());
}

async function startByEvent(tx: Tx, limits: StartLimits, found: RuleRecord, event: PublicEvent, start: Start, now: number): Promise<void> {
  const { batch_size, debounce_minutes } = triggerOf(found);
  if (batch_size === undefined && debounce_minutes === 0) {
    const held = await holdWithSlot(tx, found, start.fire_key);
    if (held?.rule.status === 'active' && !held.wasFired) await startAtCommit(tx, limits, held.rule, { ...start, has_slot: held.hasSlot });
    return;
  }
  const rule = await lockRule(tx, found.rule_id);
  if (rule?.status === 'active') await startAlone(tx, limits, rule, event, start, now);
}

/** Starts a rule, which is locked, unless the event belongs to a batch or follows another too closely. */
async function startAlone(tx: Tx, limits: StartLimits, rule: RuleRecord, event: PublicEvent, start: Start, now: number): Promise<void> {
  const { debounce_minutes, batch_size, batch_timeout_minutes = BATCH_MINUTES } = triggerOf(rule);
  if (
    debounce_minutes > 0 &&
    (await wasQueuedSince(tx, rule.rule_id, event.subject, new Date(now - debounce_minutes * MINUTE).toISOString()))
  ) {
    await recordSkipped(tx, [rule], start, `Started for the same entity less than ${debounce_minutes} minutes ago`);
  } else if (batch_size === undefined || batch_size === 1) {
    await startExecution(tx, limits, rule, start);
  } else {
    await gather(tx, limits, rule, event, start, batch_size, new Date(now + batch_timeout_minutes * MINUTE).toISOString());
  }
}

/** Adds an event to the batch that is open, or opens one; a batch that is complete runs. */
async function gather(
  tx: Tx,
  limits: StartLimits,
  rule: RuleRecord,
  event: PublicEvent,
  start: Start,
  size: number,
  until: string,
): Promise<void> {
  const open = await lockGathering(tx, rule.rule_id);
  if (open === undefined) {
    await startExecution(tx, limits, rule, { ...start, trigger_data: { ...start.trigger_data, events: [event] }, gatheringUntil: until });
    return;
  }
  const events = [...(open.trigger_data['events'] as PublicEvent[]), event];
  const complete = events.length >= size;
  if (complete) tx.afterCommit(() => noteWaitingRule(tx.tenant, rule.rule_id));
  await updateExecution(tx, open.execution_id, {
    trigger_data: JSON.stringify({ ...open.trigger_data, events }),
    ...(complete ? { is_gathering: false, due_at: new Date().toISOString() } : {}),
  });
}

function triggerOf(rule: RuleRecord): EventTrigger {
  return storedTrigger(rule).trigger_config as EventTrigger;
}

/** How many executions led to an event: none, unless a rule caused it, by an action or by a call of the API. */
async function depthAfter(tx: Tx, { actor, correlationid }: EventEnvelope): Promise<number> {
  const byCall = await depthAfterRequest(tx, correlationid);
  if (actor.type !== 'system' || !isUuid(actor.id)) return byCall;
  const depth = await depthOf(tx, actor.id, correlationid);
  return depth === undefined ? byCall : Math.max(byCall, depth + 1);
}
