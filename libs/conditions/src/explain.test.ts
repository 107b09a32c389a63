import { describe, expect, it } from '@jest/globals';
import { describeFalseCondition, falseConditions } from './explain.ts';
import type { Condition } from './names.ts';

const context = { event: { data: { status: 'inactive', count: 3, text: 'x'.repeat(500) } } };
const sentences = (...conditions: Condition[]) => falseConditions(conditions, context).map(describeFalseCondition);

describe('explaining conditions', () => {
  it('names the false ones with both values, and leaves out those that hold', () => {
    expect(
      sentences(
        { field: 'event.data.count', operator: 'greater_than', value: 2 },
        { field: 'event.data.status', operator: 'equals', value: 'active' },
        { field: 'event.data.count', operator: 'less_than', value: 2 },
      ),
    ).toEqual([
      'Condition 2, event.data.status equals "active", is false: the value is "inactive"',
      'Condition 3, event.data.count less_than 2, is false: the value is 3',
    ]);
  });

  it('tells a missing field from one that cannot be compared', () => {
    expect(
      sentences(
        { field: 'event.data.gone', operator: 'exists' },
        { field: 'event.data.status', operator: 'equals', value: 1, data_type: 'number' },
      ),
    ).toEqual([
      'Condition 1, event.data.gone exists, is false: there is no event.data.gone',
      'Condition 2, event.data.status equals 1, is false: the value is "inactive", and event.data.status is no number',
    ]);
  });

  it('keeps values as they are, and neither side where there is none', () => {
    expect(
      falseConditions(
        [
          { field: 'event.data.count', operator: 'in', value: [1, { a: 2 }] },
          { field: 'event.data.nothing', operator: 'equals', value: null },
          { field: 'event.data.count', operator: 'not_exists' },
        ],
        context,
      ),
    ).toStrictEqual([
      { index: 0, field: 'event.data.count', operator: 'in', expected: [1, { a: 2 }], actual: 3 },
      { index: 1, field: 'event.data.nothing', operator: 'equals', expected: null },
      { index: 2, field: 'event.data.count', operator: 'not_exists', actual: 3 },
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['a text of 200 characters', 'x'.repeat(200), 'x'.repeat(200)],
    ['a longer text', 'x'.repeat(201), `${'x'.repeat(200)}…`],
    ['a text cut within a character', `${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\uFFFD…`],
    ['a list that takes 200 characters', ['x'.repeat(196)], ['x'.repeat(196)]],
    ['a longer list', ['x'.repeat(197)], `["${'x'.repeat(197)}"…`],
    ['a longer object', { a: 'x'.repeat(200) }, `{"a":"${'x'.repeat(194)}…`],
    ['nothing', null, null],
  ])('shortens %s', (_, value, shown) => {
    const [found] = falseConditions([{ field: 'value', operator: 'equals', value: 'y' }], { value });
    expect(found?.actual).toEqual(shown);
    const [other] = falseConditions([{ field: 'event.data.count', operator: 'equals', value }], context);
    expect(other?.expected).toEqual(shown);
  });
});
