import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { one } from '../envelopes.ts';
import { type Route, routes } from '../route.ts';
import { apiInfo } from './api-info.ts';
import { openApi30Document } from './openapi-30.ts';

const Shade = z.enum(['warm', 'cold']).meta({ id: 'Shade' });
const Bulb = z
  .object({
    text: z.string().nullable(),
    shade: Shade.nullable().describe('Colour of the light'),
    plain: Shade,
    only: z.literal('bulb'),
    positive: z.number().positive(),
    either: z.union([z.string(), z.number()]),
    named: z.record(z.string(), z.int()),
    shown: z.string().meta({ examples: ['E27', 'E14'] }),
    stated: z.unknown().meta({ override: { type: ['string', 'null'], examples: ['x'] } }),
    inPlace: z.unknown().meta({ override: { type: 'object', propertyNames: { type: 'string', pattern: 'x' }, additionalProperties: {} } }),
    type: z.string(),
    examples: z.array(z.string()),
  })
  .meta({ id: 'Bulb' });

const { getBulb } = routes(
  { service: 'lamps', form: 'data', tag: 'Lamps' },
  {
    getBulb: { method: 'get', path: '/bulb', permission: 'public', summary: 'Read the bulb', reply: one(Bulb) },
  },
);
const document = openApi30Document([getBulb as unknown as Route], apiInfo);
const { properties } = document.components?.schemas?.['Bulb'] as { properties: Record<string, object> };

describe('an OpenAPI 3.0 document', () => {
  it('says so', () => expect(document.openapi).toBe('3.0.3'));

  it.each<[string, object]>([
    ['text', { type: 'string', nullable: true }],
    [
      'shade',
      {
        description: 'Colour of the light',
        anyOf: [{ $ref: '#/components/schemas/Shade' }, { type: 'string', nullable: true, enum: [null] }],
      },
    ],
    ['plain', { $ref: '#/components/schemas/Shade' }],
    ['only', { type: 'string', enum: ['bulb'] }],
    ['positive', { type: 'number', minimum: 0, exclusiveMinimum: true }],
    ['either', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['named', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['shown', { type: 'string', example: 'E27' }],
    ['stated', { type: 'string', nullable: true, example: 'x' }],
    ['inPlace', { type: 'object', additionalProperties: {} }],
    ['type', { type: 'string' }],
    ['examples', { type: 'array', items: { type: 'string' } }],
  ])('writes %s in the words of 3.0', (name, expected) => expect(properties[name]).toEqual(expected));
});
