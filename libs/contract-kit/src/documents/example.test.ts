import { describe, expect, it } from '@jest/globals';
import { exampleOf, type JsonSchema } from './example.ts';

describe('an example', () => {
  it.each<[string, JsonSchema, unknown]>([
    ['the value the schema gives', { type: 'string', examples: ['lamp', 'desk'] }, 'lamp'],
    ['its default', { type: 'integer', default: 25 }, 25],
    ['its only value', { const: true }, true],
    [
      'the usual one of its values',
      { type: 'object', properties: { billing_cycle: { enum: ['weekly', 'monthly'] } } },
      { billing_cycle: 'monthly' },
    ],
    ['the first of its values', { type: 'string', enum: ['on', 'off'] }, 'on'],
    ['the first choice that is not null', { anyOf: [{ type: 'null' }, { type: 'string', format: 'email' }] }, 'grace@example.com'],
    ['the type beside null', { type: ['null', 'boolean'] }, true],
    ['a number within its bounds', { type: 'number', minimum: 5, maximum: 9 }, 5],
    ['a number above an exclusive bound', { type: 'integer', exclusiveMinimum: 10 }, 11],
    ['a number below a low bound', { type: 'number', maximum: 0.5 }, 0.5],
    ['as many elements as are needed', { type: 'array', minItems: 2, items: { type: 'boolean' } }, [true, true]],
    ['a text that is long enough', { type: 'string', minLength: 6 }, 'textxx'],
    ['a text that is short enough', { type: 'string', maxLength: 2 }, 'te'],
    ['a text that matches', { type: 'string', pattern: '^#[0-9a-f]{6}$' }, '#3366ff'],
    [
      'all parts together',
      {
        allOf: [
          { type: 'object', properties: { a: { const: 1 } } },
          { type: 'object', properties: { b: { const: 2 } } },
        ],
      },
      { a: 1, b: 2 },
    ],
    ['a member of a map', { type: 'object', additionalProperties: { type: 'integer' } }, { key: 1 }],
    ['nothing of a free-form object', { type: 'object', additionalProperties: {} }, {}],
    ['anything', {}, {}],
    [
      'nothing of an optional member that may be anything',
      { type: 'object', properties: { closed_at: { description: 'Ignored' }, note: { type: 'string' } } },
      { note: 'The mailbox is closed' },
    ],
    [
      'a day that ends after the one that starts',
      { type: 'object', properties: { period_start: { examples: ['2026-06-01'] }, period_end: { examples: ['2026-06-01'] } } },
      { period_start: '2026-06-01', period_end: '2026-07-01' },
    ],
    [
      'a time that ends on the day it starts',
      {
        type: 'object',
        properties: { start_time: { type: 'string', format: 'date-time' }, end_time: { type: 'string', format: 'date-time' } },
      },
      { start_time: '2026-06-01T09:00:00.000Z', end_time: '2026-06-01T10:30:00.000Z' },
    ],
    ['the usual number', { type: 'object', properties: { tax_percentage: { type: 'number', maximum: 100 } } }, { tax_percentage: 23 }],
    ['a switch as it usually is', { type: 'object', properties: { is_inactive: { type: 'boolean' } } }, { is_inactive: false }],
  ])('is %s', (_, schema, expected) => expect(exampleOf(schema, {})).toEqual(expected));

  it('knows what members usually hold', () => {
    const text = { type: 'string' };
    const schema = {
      type: 'object',
      properties: {
        asset_tag: text,
        country_code: { ...text, maxLength: 3 },
        plan_of_today: text,
        end_date: { ...text, format: 'date-time' },
      },
    };
    expect(exampleOf(schema, {})).toEqual({
      asset_tag: 'WS-0042',
      country_code: 'IE',
      plan_of_today: 'plan of today',
      end_date: '2030-12-31T17:00:00.000Z',
    });
  });

  it('shows all members, or what is required', () => {
    const schema = { type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'boolean' } }, required: ['a'] };
    expect(exampleOf(schema, {}, 'all')).toEqual({ a: true, b: true });
    expect(exampleOf(schema, {}, 'required')).toEqual({ a: true });
  });

  it('ends, though a schema contains itself', () => {
    const schemas: Record<string, JsonSchema> = {
      Tree: {
        type: 'object',
        properties: { leaf: { type: 'boolean' }, branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
    };
    expect(JSON.stringify(exampleOf({ $ref: '#/components/schemas/Tree' }, schemas)).length).toBeLessThan(500);
  });
});
