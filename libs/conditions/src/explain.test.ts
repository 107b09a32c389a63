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

  it('shortens long values', () => {
    const [found] = falseConditions([{ field: 'event.data.text', operator: 'equals', value: 'y' }], context);
    expect(found?.actual).toBe(`${'x'.repeat(200)}…`);
  });
});
