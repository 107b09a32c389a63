import { isDeepStrictEqual } from 'node:util';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluateCondition } from './evaluate.ts';
import { type ConditionDataType, conditionDataTypes, type ConditionOperator, conditionOperators } from './names.ts';

/** A condition's meaning written a second time, operator by operator and as plainly as can be; undefined says that it cannot be compared. */
function reference(actual: unknown, operator: ConditionOperator, value: unknown, dataType: ConditionDataType | undefined): boolean {
  if (operator === 'exists') return ![null, undefined].includes(actual as null);
  if (operator === 'not_exists') return [null, undefined].includes(actual as null);
  if (actual === undefined) return ['not_equals', 'not_in', 'not_contains'].includes(operator);
  const type = dataType ?? naturalType(actual);
  const as = (one: unknown) => (type === null ? { value: one } : conversions[type](one));
  const left = as(actual);
  if (left === undefined) return false;
  const positive = (): boolean | undefined => {
    const right = as(value);
    const equal = (one: unknown) => isDeepStrictEqual(left.value, one);
    switch (operator) {
      case 'equals':
      case 'not_equals':
        return right && equal(right.value);
      case 'in':
      case 'not_in':
        return Array.isArray(value) ? value.map(as).some((element) => element !== undefined && equal(element.value)) : undefined;
      case 'contains':
      case 'not_contains': {
        if (type === 'array') return (left.value as unknown[]).filter((element) => isDeepStrictEqual(element, value)).length > 0;
        const text = conversions.string(value)?.value as string | undefined;
        if (text === undefined) return undefined;
        if (type === 'string') return (left.value as string).indexOf(text) >= 0;
        return type === 'object' && Object.keys(left.value as object).includes(text);
      }
      case 'starts_with':
      case 'ends_with': {
        if (type !== 'string') return false;
        const text = left.value as string;
        const part = conversions.string(value)?.value as string | undefined;
        return part === undefined
          ? undefined
          : part === (operator === 'starts_with' ? text.substring(0, part.length) : text.substring(text.length - part.length));
      }
      case 'regex_match':
        return type === 'string' && typeof value === 'string' ? new RegExp(value).test(left.value as string) : undefined;
      default: {
        if (type !== 'number' && type !== 'date' && type !== 'string') return false;
        if (right === undefined) return undefined;
        const [first] = [left.value, right.value].sort((a, b) =>
          (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0,
        );
        const same = left.value === right.value;
        const less = !same && first === left.value;
        return { greater_than: !less && !same, less_than: less, greater_than_or_equal: !less, less_than_or_equal: less || same }[operator];
      }
    }
  };
  const result = positive();
  if (result === undefined) return false;
  return operator.startsWith('not_') ? !result : result;
}

const naturalType = (value: unknown): ConditionDataType | null =>
  value === null ? null : Array.isArray(value) ? 'array' : (typeof value as 'string' | 'number' | 'boolean' | 'object');

const box = (value: unknown, valid = true) => (valid ? { value } : undefined);
const conversions: Record<ConditionDataType, (value: unknown) => { value: unknown } | undefined> = {
  string: (value) => box(String(value as string), ['string', 'number', 'boolean'].includes(typeof value)),
  number: (value) =>
    typeof value === 'number'
      ? box(value)
      : box(
          Number(value),
          typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) && !/0x|0b|0o|infinity/i.test(value),
        ),
  boolean: (value) =>
    [true, 'true', '1', 1].includes(value as string) ? box(true) : box(false, [false, 'false', '0', 0].includes(value as string)),
  date: (value) =>
    typeof value === 'number' ? box(value) : box(new Date(value as string).getTime(), typeof value === 'string' && /^\d{4}-/.test(value)),
  array: (value) => box(value, Array.isArray(value)),
  object: (value) => box(value, typeof value === 'object' && value !== null && !Array.isArray(value)),
};

const instants = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'abc', 'true', 'false', '0', '1', '5', ' 5 ', '5.5', '1e2', 'x5'),
  fc.integer({ min: -3, max: 6 }),
  fc.boolean(),
  fc.constant(null),
  instants,
);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'ab'), scalar, { maxKeys: 2, noNullPrototype: true }),
);

describe('a condition', () => {
  it('means what the reference says', () => {
    fc.assert(
      fc.property(
        fc.oneof(value, fc.constant(undefined)),
        fc.constantFrom(...conditionOperators.filter((operator) => operator !== 'regex_match')),
        value,
        fc.option(fc.constantFrom(...conditionDataTypes), { nil: undefined }),
        (actual, operator, expected, data_type) => {
          const got = evaluateCondition({ field: 'x', operator, value: expected, data_type }, actual === undefined ? {} : { x: actual });
          return got === reference(actual, operator, expected, data_type);
        },
      ),
      { numRuns: Number(process.env['PSA_PROPERTY_RUNS'] ?? 20_000) },
    );
  });

  it('finds patterns as the regular expressions of the language do', () => {
    const piece = fc.constantFrom('a', 'b', '[ab]', 'a+', 'b*', '(ab)?', '.', '\\d', '^a', 'b$', '(?:a|bb)');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '1', ' '), maxLength: 8 }),
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        (text, pieces) => {
          const pattern = pieces.join('');
          return (
            evaluateCondition({ field: 'x', operator: 'regex_match', value: pattern }, { x: text }) ===
            reference(text, 'regex_match', pattern, undefined)
          );
        },
      ),
      { numRuns: Number(process.env['PSA_PROPERTY_RUNS'] ?? 3_000) },
    );
  });
});
