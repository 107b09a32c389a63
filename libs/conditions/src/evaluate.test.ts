import { describe, expect, it } from '@jest/globals';
import { evaluateCondition, evaluateConditions } from './evaluate.ts';
import type { Condition, ConditionDataType, ConditionOperator } from './names.ts';

const context = {
  name: 'Server 12',
  count: 5,
  text: '5',
  on: true,
  off: 'false',
  due: '2026-03-01T10:00:00+02:00',
  tags: ['a', { b: 1 }],
  owner: { id: 7, name: null },
  nothing: null,
  items: [{ price: 3 }],
};

type Case = [field: string, operator: ConditionOperator, value: unknown, holds: boolean, data_type?: ConditionDataType];

const cases: Case[] = [
  ['name', 'equals', 'Server 12', true],
  ['name', 'equals', 'server 12', false],
  ['count', 'equals', 5, true],
  ['count', 'equals', '5', true],
  ['count', 'equals', 'five', false],
  ['count', 'not_equals', 'five', false],
  ['text', 'equals', 5, true],
  ['text', 'equals', '5.0', false],
  ['text', 'equals', '5.0', true, 'number'],
  ['on', 'equals', 'true', true],
  ['on', 'equals', 1, true],
  ['on', 'equals', 'yes', false],
  ['off', 'equals', false, true, 'boolean'],
  ['due', 'equals', '2026-03-01T08:00:00Z', true, 'date'],
  ['due', 'equals', '2026-03-01T08:00:00Z', false],
  ['due', 'equals', 'soon', false, 'date'],
  ['due', 'not_equals', 'soon', false, 'date'],
  ['tags', 'equals', ['a', { b: 1 }], true],
  ['tags', 'equals', [{ b: 1 }, 'a'], false],
  ['owner', 'equals', { name: null, id: 7 }, true],
  ['owner', 'equals', 'x', false],
  ['nothing', 'equals', null, true],
  ['nothing', 'not_equals', null, false],
  ['nothing', 'equals', 0, false],
  ['nothing', 'not_equals', 0, true],
  ['missing', 'equals', null, false],
  ['missing', 'not_equals', 'x', true],
  ['missing', 'not_in', ['x'], true],
  ['missing', 'not_contains', 'x', true],
  ['missing', 'in', [null], false],
  ['missing', 'greater_than', 0, false],
  ['missing', 'regex_match', '.*', false],
  ['count', 'greater_than', 4, true],
  ['count', 'greater_than', 5, false],
  ['count', 'greater_than_or_equal', '5', true],
  ['count', 'greater_than_or_equal', 6, false],
  ['count', 'less_than', 6, true],
  ['count', 'less_than', 5, false],
  ['count', 'less_than_or_equal', 5, true],
  ['count', 'less_than_or_equal', 6, true],
  ['count', 'less_than_or_equal', 4, false],
  ['text', 'greater_than', '10', true],
  ['text', 'greater_than', '10', false, 'number'],
  ['due', 'less_than', '2026-03-01T08:00:01Z', true, 'date'],
  ['due', 'greater_than', '2026-02-28', true, 'date'],
  ['on', 'greater_than', false, false],
  ['tags', 'greater_than', [], false],
  ['nothing', 'less_than', 1, false],
  ['name', 'contains', 'ver', true],
  ['name', 'contains', 12, true],
  ['tags', 'contains', 'a', true],
  ['tags', 'contains', { b: 1 }, true],
  ['tags', 'contains', 'b', false],
  ['owner', 'contains', 'id', true],
  ['owner', 'contains', 'toString', false],
  ['count', 'contains', 5, false],
  ['count', 'not_contains', 5, true],
  ['name', 'not_contains', 'ver', false],
  ['name', 'contains', null, false],
  ['name', 'not_contains', null, false],
  ['name', 'starts_with', 'Ser', true],
  ['name', 'ends_with', '12', true],
  ['name', 'ends_with', 12, true],
  ['count', 'starts_with', 5, false],
  ['count', 'starts_with', 5, true, 'string'],
  ['name', 'starts_with', '', true],
  ['count', 'in', [1, '5'], true],
  ['count', 'in', ['x', 5], true],
  ['count', 'in', 5, false],
  ['count', 'not_in', 5, false],
  ['count', 'not_in', [1], true],
  ['nothing', 'in', [null], true],
  ['name', 'in', [], false],
  ['name', 'exists', undefined, true],
  ['nothing', 'exists', undefined, false],
  ['missing', 'exists', undefined, false],
  ['missing', 'not_exists', undefined, true],
  ['nothing', 'not_exists', undefined, true],
  ['name', 'not_exists', undefined, false],
  ['owner.name', 'exists', undefined, false],
  ['name', 'regex_match', '^Server \\d+$', true],
  ['name', 'regex_match', '(?i)SERVER', true],
  ['name', 'regex_match', '^\\d', false],
  ['name', 'regex_match', '(', false],
  ['count', 'regex_match', '5', false],
  ['count', 'regex_match', '^5$', true, 'string'],
  ['items.0.price', 'equals', 3, true],
  ['items.1.price', 'exists', undefined, false],
  ['name.length', 'exists', undefined, false],
  ['__proto__.x', 'exists', undefined, false],
  ['owner.constructor', 'exists', undefined, false],
];

describe('a condition', () => {
  it.each(
    cases.map((given) => ({
      name: given
        .slice(0, 4)
        .map((part) => JSON.stringify(part))
        .join(' '),
      given,
    })),
  )('$name', ({ given }) => {
    const [field, operator, value, holds, data_type] = given;
    expect(evaluateCondition({ field, operator, value, data_type }, context)).toBe(holds);
  });

  it('says what could not be compared', () => {
    const conditions: Condition[] = [
      { field: 'name', operator: 'equals', value: 3, data_type: 'number' },
      { field: 'count', operator: 'in', value: 3 },
      { field: 'count', operator: 'equals', value: 5 },
      { field: 'nothing', operator: 'contains', value: null },
    ];
    expect(evaluateConditions(conditions, 'and', context)).toEqual({
      holds: false,
      faults: [
        { index: 0, reason: 'name is no number' },
        { index: 1, reason: 'the value compared with count does not suit in of a number' },
        { index: 3, reason: 'the value compared with nothing does not suit contains' },
      ],
    });
  });
});

describe('conditions', () => {
  const yes: Condition = { field: 'count', operator: 'equals', value: 5 };
  const no: Condition = { field: 'count', operator: 'equals', value: 6 };

  it.each<[Condition[], boolean, boolean]>([
    [[], true, true],
    [[yes], true, true],
    [[no], false, false],
    [[yes, no], false, true],
    [[no, no], false, false],
  ])('combine', (conditions, and, or) => {
    expect(evaluateConditions(conditions, 'and', context).holds).toBe(and);
    expect(evaluateConditions(conditions, 'or', context).holds).toBe(or);
  });

  it('take time linear in the text, whatever the pattern', () => {
    const text = 'a'.repeat(30_000);
    const started = performance.now();
    expect(evaluateCondition({ field: 'text', operator: 'regex_match', value: '^(a+)+$' }, { text: `${text}!` })).toBe(false);
    expect(evaluateCondition({ field: 'text', operator: 'regex_match', value: '(x+x+)+y' }, { text: 'x'.repeat(30_000) })).toBe(false);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
