import { ApiError, type Event, type Issue, type PermissionName } from '@psa/contract-kit';
import {
  type Action,
  type ActionInput,
  type ActionType,
  actionPermissions,
  type AutomationCondition,
  entityPermissions,
  hasPlaceholder,
  type NotificationSettings,
  type Trigger,
  type TriggerType,
  triggerConfigs,
} from '@psa/contracts-automation';
import { patternFault } from '@psa/conditions';
import { checkEgressUrl, EgressError, type EgressPolicy } from '@psa/egress-kit';
import { selects, unknownPatterns } from '../webhook/event-selection.rules.ts';
import { variableIssues } from './rule-variables.rules.ts';
import { scheduleFault } from './schedule.rules.ts';

/** What the installation offers to rules. */
export interface Offered {
  readonly events: readonly Event[];
  readonly egressPolicy: EgressPolicy;
  /** Names of the commands the operator lists. */
  readonly systemCommands: ReadonlySet<string>;
}

/** What of a rule can be wrong beyond its form. */
export interface JudgedRule {
  readonly trigger: Trigger;
  readonly conditions: readonly AutomationCondition[];
  readonly actions: readonly Action[];
  readonly notification_settings: NotificationSettings;
}

type Path = (string | number)[];

/** A trigger with its configuration complete. @throws VALIDATION_ERROR when the configuration is another trigger's */
export function parseTrigger(trigger_type: TriggerType, config: unknown): Trigger {
  const parsed = triggerConfigs[trigger_type].safeParse(config);
  if (parsed.success) return { trigger_type, trigger_config: parsed.data } as Trigger;
  throw new ApiError(
    'VALIDATION_ERROR',
    undefined,
    parsed.error.issues.map(({ code, path, message }) => ({ code, path: ['trigger_config', ...path], message })),
  );
}

/** The trigger of a rule, which is kept as its schema made it: to parse it again for every event and execution would cost more than the match. */
export function storedTrigger({ trigger_type, trigger_config }: { trigger_type: TriggerType; trigger_config: unknown }): Trigger {
  return { trigger_type, trigger_config } as Trigger;
}

/** Actions in the order in which they run. */
export function inOrder(actions: readonly ActionInput[]): Action[] {
  return (actions as readonly Action[])
    .map((action, index) => ({ action, index }))
    .sort((one, other) => one.action.order - other.action.order || one.index - other.index)
    .map(({ action }) => action);
}

/** @throws VALIDATION_ERROR naming everything that is wrong with a rule */
export function assertRule(rule: JudgedRule, offered: Offered): void {
  const issues = [
    ...triggerIssues(rule.trigger, offered),
    ...conditionIssues(rule.conditions, ['conditions']),
    ...rule.actions.flatMap((action, index) => actionIssues(action, ['actions', index, 'config'], offered)),
    ...variableIssues(rule, offered.events),
    ...rule.notification_settings.notification_webhooks.flatMap((url, index) =>
      addressIssues(url, ['notification_settings', 'notification_webhooks', index], offered),
    ),
  ];
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', undefined, issues);
}

function triggerIssues(trigger: Trigger, { events }: Offered): Issue[] {
  const at = (member: string, message: string, code = 'custom'): Issue[] => [{ code, path: ['trigger_config', member], message }];
  switch (trigger.trigger_type) {
    case 'time_based':
    case 'recurring': {
      const fault = scheduleFault(trigger);
      return fault === undefined ? [] : at(fault.member, fault.message);
    }
    case 'event_based': {
      const { event_type, event_source } = trigger.trigger_config;
      const readable = events.filter(
        ({ reader, domain }) => reader !== undefined && (event_source === undefined || domain === event_source),
      );
      if (event_source !== undefined && !events.some(({ domain }) => domain === event_source))
        return at('event_source', 'is no service that tells events');
      if (
        unknownPatterns(
          [event_type],
          readable.map(({ name }) => name),
        ).length === 0
      )
        return [];
      return at('event_type', 'is no event; GET /api/v1/webhooks/events lists them', 'unknown_event');
    }
    case 'condition_based':
      return conditionIssues(trigger.trigger_config.conditions, ['trigger_config', 'conditions']);
    default:
      return [];
  }
}

/** What is wrong with conditions beyond their form. */
export function conditionIssues(conditions: readonly AutomationCondition[], path: Path): Issue[] {
  return conditions.flatMap(({ operator, value }, index) => {
    const fault = operator === 'regex_match' ? patternFault(value as string) : undefined;
    return fault === undefined ? [] : [{ code: 'invalid_pattern', path: [...path, index, 'value'], message: fault }];
  });
}

/** What is wrong with the configuration of an action beyond its form. */
export function actionIssues({ type, config }: Action, path: Path, offered: Offered): Issue[] {
  if (type === 'webhook_call') return addressIssues(config['url'] as string, [...path, 'url'], offered);
  if (type === 'email_notification') {
    const attachments = (config['attachments'] ?? []) as { url: string }[];
    return attachments.flatMap(({ url }, index) => addressIssues(url, [...path, 'attachments', index, 'url'], offered));
  }
  if (type === 'system_command' && !offered.systemCommands.has(config['command_id'] as string)) {
    return [{ code: 'not_offered', path: [...path, 'command_id'], message: 'is no command the operator offers' }];
  }
  return [];
}

/** An address with gaps is looked at when it is called. */
function addressIssues(url: string, path: Path, { egressPolicy }: Offered): Issue[] {
  if (hasPlaceholder(url)) return [];
  try {
    checkEgressUrl(url, egressPolicy);
    return [];
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return [{ code: 'forbidden_address', path, message: error.message }];
  }
}

/** What whoever writes such a rule must be allowed to do and see himself: otherwise rules would be a way around permissions. */
export function permissionsOf({ trigger, actions }: Pick<JudgedRule, 'trigger' | 'actions'>, events: readonly Event[]): PermissionName[] {
  const needed = new Set<PermissionName>(actions.flatMap(({ type, config }) => permissionOfAction(type, config) ?? []));
  if (trigger.trigger_type === 'event_based') {
    for (const reader of readersOf(trigger.trigger_config.event_type, events)) needed.add(reader);
  }
  if (trigger.trigger_type === 'condition_based' && trigger.trigger_config.subject !== undefined) {
    needed.add(trigger.trigger_config.subject.entity_type === 'client' ? 'client:read' : 'ticket:read');
  }
  return [...needed];
}

/** By events, and patterns that select some of them: every execution of a rule asks. As many as there are ways to select events. */
const readers = new WeakMap<readonly Event[], Map<string, readonly PermissionName[]>>();

function readersOf(pattern: string, events: readonly Event[]): readonly PermissionName[] {
  const known = readers.get(events) ?? new Map<string, readonly PermissionName[]>();
  readers.set(events, known);
  const found = known.get(pattern) ?? events.flatMap(({ name, reader }) => (reader !== undefined && selects(pattern, name) ? reader : []));
  if (found.length > 0) known.set(pattern, found);
  return found;
}

/** What whoever has an action done must be allowed to do. */
export function permissionOfAction(type: ActionType, config: Record<string, unknown>): PermissionName | undefined {
  if (type !== 'database_update') return actionPermissions[type];
  const operations = entityPermissions[config['table'] as keyof typeof entityPermissions];
  return operations[config['operation'] as keyof typeof operations];
}
