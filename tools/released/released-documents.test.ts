import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../local/repository-root.ts';
import { type AsyncApi, asyncApiBreaks } from './asyncapi-breaks.ts';
import { type OpenApi, openApiBreaks } from './openapi-breaks.ts';
import { currentDocuments } from './released-documents.ts';
import { type Direction, type Schema, SchemaComparison } from './schema-breaks.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(join(repositoryRoot, 'docs/released', path), 'utf8'));

describe('what was released', () => {
  it('goes on holding for callers', () => {
    expect(openApiBreaks(read('openapi.json') as OpenApi, currentDocuments().openApi)).toEqual([]);
  });

  it('goes on holding for readers of events', () => {
    expect(asyncApiBreaks(read('asyncapi.json') as AsyncApi, currentDocuments().asyncApi)).toEqual([]);
  });
});

describe('a break', () => {
  const asset = (changes: Record<string, Schema> = {}, required = ['name']): Schema => ({
    type: 'object',
    properties: { name: { type: 'string', maxLength: 10 }, kind: { type: 'string', enum: ['a', 'b'] }, ...changes },
    required,
  });
  const breaks = (direction: Direction, was: Schema, is: Schema) => new SchemaComparison({}, {}).breaks(was, is, direction, 'asset');

  it.each<[string, Direction, Schema, Schema, string]>([
    ['a member that is gone', 'received', asset({ tag: { type: 'string' } }), asset(), 'asset.tag is gone'],
    ['a member that can no longer be sent', 'sent', asset({ tag: { type: 'string' } }), asset(), 'asset.tag is gone'],
    ['a member that may now be absent', 'received', asset(), asset({}, []), 'asset.name may now be absent'],
    ['a member that is now required', 'sent', asset({}, []), asset(), 'asset.name is now required'],
    ['another type', 'received', asset(), asset({ name: { type: 'number' } }), 'asset.name was string, and is number'],
    [
      'a reply that may now be null',
      'received',
      asset(),
      asset({ name: { type: ['string', 'null'] } }),
      'asset.name was string, and is string or null',
    ],
    [
      'a value that is no longer taken',
      'sent',
      asset(),
      asset({ kind: { type: 'string', enum: ['a'] } }),
      'asset.kind no longer takes "b"',
    ],
    ['a tighter limit', 'sent', asset(), asset({ name: { type: 'string', maxLength: 5 } }), 'asset.name has a tighter maxLength: 5'],
    [
      'a variant that is no longer taken',
      'sent',
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
      'asset was number, and is string',
    ],
    [
      'one inside of a list',
      'received',
      { type: 'array', items: asset() },
      { type: 'array', items: asset({}, []) },
      'asset[].name may now be absent',
    ],
  ])('is %s', (_what, direction, was, is, told) => {
    expect(breaks(direction, was, is)).toEqual([told]);
  });

  it.each<[string, Direction, Schema, Schema]>([
    ['a new member of a reply', 'received', asset(), asset({ tag: { type: 'string' } })],
    ['a new member that may be left out', 'sent', asset(), asset({ tag: { type: 'string' } })],
    ['a wider limit', 'sent', asset(), asset({ name: { type: 'string', maxLength: 20 } })],
    ['a value more', 'sent', asset(), asset({ kind: { type: 'string', enum: ['a', 'b', 'c'] } })],
    ['a variant more', 'received', { anyOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['an integer where a number was sent', 'received', asset({ n: { type: 'number' } }), asset({ n: { type: 'integer' } })],
  ])('is not %s', (_what, direction, was, is) => {
    expect(breaks(direction, was, is)).toEqual([]);
  });

  it('is an operation, an answer or a parameter that is gone, and a parameter that is now needed', () => {
    const operation = (parameters: OpenApi['paths'][string][string]['parameters'], status: string) => ({
      paths: { '/x': { get: { parameters, responses: { [status]: {} } } } },
    });
    const was = operation([{ name: 'a', in: 'query', schema: { type: 'string' } }], '200');
    expect(openApiBreaks(was, { paths: {} })).toEqual(['GET /x is gone']);
    expect(openApiBreaks(was, operation([{ name: 'b', in: 'query', required: true, schema: { type: 'string' } }], '202'))).toEqual([
      'GET /x no longer takes query a',
      'GET /x now needs query b',
      'GET /x no longer answers 200',
    ]);
  });
});
