import type { EventFilter, PublicEvent } from '@psa/contracts-automation';
import { memberAt } from './member-path.ts';

/** Whether a pattern selects an event: its name, `<entity>.*`, or `*`. */
export function selects(pattern: string, eventName: string): boolean {
  if (pattern === '*' || pattern === eventName) return true;
  return pattern.endsWith('.*') && eventName.startsWith(pattern.slice(0, -1));
}

/** Every pattern that selects an event, for finding who wants it by index. */
export function patternsOf(eventName: string): string[] {
  return [eventName, `${eventName.split('.', 1)[0]}.*`, '*'];
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
  return (conditions ?? []).every(({ field, operator, value }) => holds[operator](memberAt(data, field), value));
}

type Condition = NonNullable<EventFilter['conditions']>[number];
type Compare = (actual: unknown, expected: Condition['value']) => boolean;

const equals: Compare = (actual, expected) => Array.isArray(expected) ? JSON.stringify(actual) === JSON.stringify(expected) : (actual ?? null) === expected;
const contains: Compare = (actual, expected) => {
  if (typeof actual === 'string') return typeof expected === 'string' && actual.includes(expected);
  return Array.isArray(actual) && actual.includes(expected);
};
const isIn: Compare = (actual, expected) => (Array.isArray(expected) ? expected : [expected]).includes((actual ?? null) as never);

/** Numbers by value, texts (dates in ISO 8601 among them) by their letters; nothing else has an order. */
const compares = (decide: (sign: number) => boolean): Compare => (actual, expected) => {
  if (typeof actual === 'number' && typeof expected === 'number') return decide(actual - expected);
  if (typeof actual === 'string' && typeof expected === 'string') return decide(actual < expected ? -1 : actual > expected ? 1 : 0);
  return false;
};

const holds: Record<Condition['operator'], Compare> = {
  equals,
  not_equals: (actual, expected) => !equals(actual, expected),
  contains,
  not_contains: (actual, expected) => !contains(actual, expected),
  greater_than: compares((sign) => sign > 0),
  less_than: compares((sign) => sign < 0),
  in: isIn,
  not_in: (actual, expected) => !isIn(actual, expected),
};
