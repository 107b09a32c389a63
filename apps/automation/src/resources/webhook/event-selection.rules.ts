import { evaluateCondition } from '@psa/conditions';
import type { EventFilter, PublicEvent } from '@psa/contracts-automation';

/** Entities whose events can also be selected by a name with a dot. */
const DOTTED_ENTITIES: Readonly<Record<string, string>> = { time_entry: 'time.entry', project_task: 'project.task' };

/** Events that can also be selected by another name. */
const ALIASES: Readonly<Record<string, string>> = {
  'project.closed': 'project.completed',
  'asset.maintenance_scheduled': 'asset.maintenance.scheduled',
  'asset.maintenance_completed': 'asset.maintenance.completed',
};

function aliasOf(eventName: string): string | undefined {
  const entityEnd = eventName.indexOf('.');
  const dotted = DOTTED_ENTITIES[eventName.slice(0, entityEnd)];
  return dotted === undefined ? ALIASES[eventName] : dotted + eventName.slice(entityEnd);
}

/** The name of an event and its alias, where it has one. */
export function namesOf(eventName: string): string[] {
  const alias = aliasOf(eventName);
  return alias === undefined ? [eventName] : [eventName, alias];
}

/** Whether a pattern selects an event: its name or alias, `<entity>.*`, or `*`. */
export function selects(pattern: string, eventName: string): boolean {
  if (pattern === '*' || pattern === eventName) return true;
  return pattern.endsWith('.*') ? eventName.startsWith(pattern.slice(0, -1)) : aliasOf(eventName) === pattern;
}

/** Every pattern that selects an event, for finding who wants it by index. */
export function patternsOf(eventName: string): string[] {
  return [...namesOf(eventName), `${eventName.split('.', 1)[0]}.*`, '*'];
}

/** The patterns that select none of the events there are. */
export function unknownPatterns(patterns: readonly string[], eventNames: readonly string[]): string[] {
  return patterns.filter((pattern) => !eventNames.some((name) => selects(pattern, name)));
}

/** Whether an event passes a webhook's filter; everything passes none. */
export function passes(filter: EventFilter | null, event: PublicEvent): boolean {
  if (filter === null) return true;
  const { entity_types, entity_ids, client_ids, tags, conditions } = filter;
  const { data, eventname, subject } = event;
  if (entity_types !== undefined && !entity_types.includes(eventname.split('.', 1)[0] as string)) return false;
  if (entity_ids !== undefined && !entity_ids.includes(subject)) return false;
  if (client_ids !== undefined && !client_ids.includes(String(data['client_id']))) return false;
  if (tags !== undefined && !(Array.isArray(data['tags']) && data['tags'].some((tag) => tags.includes(tag as string)))) return false;
  return (conditions ?? []).every((condition) => evaluateCondition(condition, data));
}
