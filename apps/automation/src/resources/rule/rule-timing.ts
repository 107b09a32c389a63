import type { RuleStatus, Trigger } from '@psa/contracts-automation';
import { nextFire } from './schedule.rules.ts';

/** What of a rule's trigger the engine finds it by. */
export function timingOf(
  trigger: Trigger,
  status: RuleStatus,
  createdAt: string,
  fireCount: number,
  now: number,
): { event_type: string | null; next_fire_at: string | null } {
  const event_type = trigger.trigger_type === 'event_based' ? trigger.trigger_config.event_type : null;
  return { event_type, next_fire_at: status === 'active' ? nextLook(trigger, createdAt, fireCount, now) : null };
}

function nextLook(trigger: Trigger, createdAt: string, fireCount: number, now: number): string | null {
  if (trigger.trigger_type === 'condition_based') return new Date(now).toISOString();
  if (trigger.trigger_type !== 'time_based' && trigger.trigger_type !== 'recurring') return null;
  if (fireCount >= (trigger.trigger_config.max_executions ?? Infinity)) return null;
  const next = nextFire(trigger, createdAt, now);
  return next === null ? null : new Date(next).toISOString();
}
