import { coerce, NOT_COERCIBLE, typeOf } from './coerce.ts';
import type { Condition, ConditionDataType, ConditionLogic, ConditionOperator } from './names.ts';
import { matchesPattern, patternFault } from './pattern.ts';
import { readPath } from './read-path.ts';
import { sameValue } from './same-value.ts';

/** What conditions gave, and what could not be compared on the way. */
export interface Evaluation {
  readonly holds: boolean;
  /** Conditions that failed because a value was not of the type it was taken for. */
  readonly faults: readonly { readonly index: number; readonly reason: string }[];
}

/** What holds of a field that leads nowhere; every other comparison does not. */
const HOLDS_WHEN_MISSING: ReadonlySet<ConditionOperator> = new Set<ConditionOperator>(['not_equals', 'not_contains', 'not_in']);

/**
 * Whether conditions hold. None at all hold.
 * @param context what their fields lead into
 */
export function evaluateConditions(conditions: readonly Condition[], logic: ConditionLogic, context: unknown): Evaluation {
  const faults: { index: number; reason: string }[] = [];
  const results = conditions.map((condition, index) =>
    evaluateCondition(condition, context, (reason) => {
      faults.push({ index, reason });
    }),
  );
  const holds = conditions.length === 0 || (logic === 'and' ? results.every(Boolean) : results.some(Boolean));
  return { holds, faults };
}

/**
 * Whether one condition holds. What cannot be compared does not hold, and neither does its opposite.
 * @param onFault is told why a comparison was not possible
 */
export function evaluateCondition(condition: Condition, context: unknown, onFault: (reason: string) => void = () => {}): boolean {
  const { field, operator, value, data_type } = condition;
  const actual = readPath(context, field);
  if (operator === 'exists') return actual !== undefined && actual !== null;
  if (operator === 'not_exists') return actual === undefined || actual === null;
  if (actual === undefined) return HOLDS_WHEN_MISSING.has(operator);

  const type = data_type ?? typeOf(actual);
  const left = type === undefined ? actual : coerce(actual, type);
  if (left === NOT_COERCIBLE) {
    onFault(`${field} is no ${type}`);
    return false;
  }
  const result = compare[operator](left, value, type);
  if (result !== NOT_COERCIBLE) return result;
  onFault(`the value compared with ${field} does not suit ${operator}${type === undefined ? '' : ` of a ${type}`}`);
  return false;
}

type Result = boolean | typeof NOT_COERCIBLE;
/** @param left already of the type @param right as the condition gives it */
type Compare = (left: unknown, right: unknown, type: ConditionDataType | undefined) => Result;

const equals: Compare = (left, right, type) => {
  const other = type === undefined ? right : coerce(right, type);
  return other === NOT_COERCIBLE ? NOT_COERCIBLE : sameValue(left, other);
};

/** An element that is of another type equals nothing. */
const within: Compare = (left, right, type) =>
  Array.isArray(right) ? right.some((element) => equals(left, element, type) === true) : NOT_COERCIBLE;

const contains: Compare = (left, right) => {
  if (Array.isArray(left)) return left.some((element) => sameValue(element, right));
  const text = coerce(right, 'string');
  if (text === NOT_COERCIBLE) return NOT_COERCIBLE;
  if (typeof left === 'string') return left.includes(text as string);
  return typeof left === 'object' && left !== null && Object.hasOwn(left, text as string);
};

const ORDERED: ReadonlySet<ConditionDataType | undefined> = new Set(['number', 'date', 'string'] as const);

const ordered =
  (decide: (difference: number) => boolean): Compare =>
  (left, right, type) => {
    if (!ORDERED.has(type)) return false;
    const other = coerce(right, type as ConditionDataType);
    if (other === NOT_COERCIBLE) return NOT_COERCIBLE;
    const [one, two] = [left, other] as [string, string];
    return decide(one < two ? -1 : one > two ? 1 : 0);
  };

const textual =
  (decide: (text: string, part: string) => boolean): Compare =>
  (left, right, type) => {
    if (type !== 'string') return false;
    const part = coerce(right, 'string');
    return part === NOT_COERCIBLE ? NOT_COERCIBLE : decide(left as string, part as string);
  };

const not =
  (positive: Compare): Compare =>
  (left, right, type) => {
    const result = positive(left, right, type);
    return result === NOT_COERCIBLE ? NOT_COERCIBLE : !result;
  };

const compare: { readonly [O in Exclude<ConditionOperator, 'exists' | 'not_exists'>]: Compare } = {
  equals,
  not_equals: not(equals),
  greater_than: ordered((difference) => difference > 0),
  less_than: ordered((difference) => difference < 0),
  greater_than_or_equal: ordered((difference) => difference >= 0),
  less_than_or_equal: ordered((difference) => difference <= 0),
  contains,
  not_contains: not(contains),
  starts_with: textual((text, part) => text.startsWith(part)),
  ends_with: textual((text, part) => text.endsWith(part)),
  in: within,
  not_in: not(within),
  regex_match: (left, right, type) => {
    if (type !== 'string') return false;
    return typeof right === 'string' && patternFault(right) === undefined ? matchesPattern(right, left as string) : NOT_COERCIBLE;
  },
};
