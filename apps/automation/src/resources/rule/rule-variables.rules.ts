import type { Event, Issue } from '@psa/contract-kit';
import { type Action, type AutomationCondition, PublicEvent, type Trigger } from '@psa/contracts-automation';
import { placeholdersOf } from '@psa/conditions';
import { z } from 'zod';
import { selects } from '../webhook/event-selection.rules.ts';
import { nearestName } from './nearest-name.ts';
import { CLOCK_MEMBERS } from './rule-clock.ts';

/** Members that exist below a variable; `true` where any may. */
type Known = true | { readonly [member: string]: Known };

interface RuleWithVariables {
  readonly trigger: Trigger;
  readonly conditions: readonly AutomationCondition[];
  readonly actions: readonly Action[];
}

/** Placeholders and fields of conditions that can never have a value, each with the nearest name that exists. */
export function variableIssues({ trigger, conditions, actions }: RuleWithVariables, events: readonly Event[]): Issue[] {
  const forConditions = variablesOf(trigger, events);
  const forActions: Known = {
    ...forConditions,
    execution: { execution_id: true },
    actions: Object.fromEntries(actions.map(({ order }) => [String(order), { is_success: true, output: true }])),
  };
  return [
    ...conditions.flatMap(({ field }, index) => issueOf(field, forConditions, ['conditions', index, 'field'])),
    ...actions.flatMap(({ config }, index) => {
      // A script is a program: its braces are its own.
      const { script_content: _, ...texts } = config;
      return placeholdersOf(texts, ['actions', index, 'config']).flatMap(({ at, path }) => issueOf(path, forActions, at));
    }),
  ];
}

function variablesOf(trigger: Trigger, events: readonly Event[]): Exclude<Known, true> {
  return {
    ...(trigger.trigger_type === 'event_based' ? { event: eventMembers(trigger.trigger_config.event_type, events) } : {}),
    entity: true,
    trigger_data: true,
    rule: { rule_id: true, name: true, metadata: true, tags: true, execution_count: true },
    now: {},
    clock: Object.fromEntries(CLOCK_MEMBERS.map((member) => [member, {}])),
  };
}

/** What events of a name hold: of several, what any of them does. */
function eventMembers(pattern: string, events: readonly Event[]): Known {
  const data = events.filter(({ name }) => selects(pattern, name)).map((event) => membersOf(event.data));
  const envelope = Object.fromEntries(Object.keys(PublicEvent.shape).map((member) => [member, {}]));
  return { ...envelope, data: data.reduce(merged, {}) };
}

/** Types of values that have no members. */
const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'int', 'bigint', 'boolean', 'enum', 'literal']);

function membersOf(schema: z.ZodType): Known {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return membersOf(schema.unwrap() as z.ZodType);
  if (PLAIN.has(schema.def.type)) return {};
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return true;
  return Object.fromEntries(Object.entries(schema.shape).map(([member, type]) => [member, membersOf(type as z.ZodType)]));
}

function merged(one: Known, other: Known): Known {
  if (one === true || other === true) return true;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, merged(one[name] ?? {}, other[name] ?? {})]));
}

function issueOf(path: string, variables: Known, at: (string | number)[]): Issue[] {
  const members = path.split('.');
  let known = variables;
  for (const [index, member] of members.entries()) {
    if (known === true) return [];
    if (!Object.hasOwn(known, member)) return [{ code: 'unknown_variable', path: at, message: messageOf(members, index, known) }];
    known = known[member] as Known;
  }
  return [];
}

function messageOf(members: readonly string[], index: number, known: Exclude<Known, true>): string {
  const [parent, names] = [members.slice(0, index).join('.'), Object.keys(known)];
  const unknown = `refers to the unknown variable ${members.join('.')}`;
  if (names.length === 0) return `${unknown}: ${parent} has no members`;
  const near = nearestName(members[index] as string, names);
  if (near !== undefined) return `${unknown}; did you mean ${[...members.slice(0, index), near, ...members.slice(index + 1)].join('.')}?`;
  return `${unknown}: ${parent === '' ? 'known variables are' : `${parent} has`} ${names.slice(0, 20).join(', ')}`;
}
