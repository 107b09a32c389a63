import { describe, expect, it } from '@jest/globals';
import { EventFilter, type PublicEvent } from '@psa/contracts-automation';
import { eventCatalogue, eventNames } from '../../event-catalogue.ts';
import { namesOf, passes, patternsOf, selects, unknownPatterns } from './event-selection.rules.ts';

describe('a pattern', () => {
  it.each([
    ['asset.created', 'asset.created', true],
    ['asset.*', 'asset.created', true],
    ['*', 'asset.created', true],
    ['asset.created', 'asset.updated', false],
    ['asset.*', 'assets.created', false],
    ['ass.*', 'asset.created', false],
    ['asset', 'asset.created', false],
    ['time.entry.approved', 'time_entry.approved', true],
    ['project.task.created', 'project_task.created', true],
    ['project.*', 'project_task.created', false],
    ['project.completed', 'project.closed', true],
    ['asset.maintenance.scheduled', 'asset.maintenance_scheduled', true],
  ])('%s selects %s: %p', (pattern, name, selected) => expect(selects(pattern, name)).toBe(selected));

  it('is found by the name of every event it selects', () => {
    for (const name of eventNames)
      for (const pattern of patternsOf(name)) expect([pattern, selects(pattern, name)]).toEqual([pattern, true]);
  });

  it('is an alias of one event alone', () => {
    const aliases = eventNames.flatMap((name) => namesOf(name).slice(1));
    expect(new Set(aliases).size).toBe(aliases.length);
    expect(aliases.filter((alias) => eventNames.includes(alias))).toEqual([]);
  });

  it('is unknown when it selects nothing there is', () => {
    expect(unknownPatterns(['*', 'asset.*', 'asset.created', 'no.*', 'asset.nothing'], eventNames)).toEqual(['no.*', 'asset.nothing']);
  });
});

describe('every event there is', () => {
  it('says what its readers need', () => {
    expect(eventCatalogue.filter(({ reader }) => reader === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('names the client where people of a client may read it', () => {
    expect(eventCatalogue.filter(({ portal, data }) => portal === true && !('client_id' in data.shape)).map(({ name }) => name)).toEqual(
      [],
    );
  });
});

describe('a filter', () => {
  const client = '0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
  const event = {
    eventname: 'asset.updated',
    subject: 'a-1',
    data: {
      client_id: client,
      name: 'Mail server',
      rank: 7,
      tags: ['vip', 'core'],
      changes: { status: { previous: 'active', new: 'retired' } },
    },
  } as unknown as PublicEvent;
  it.each<[boolean, unknown]>([
    [true, null],
    [true, {}],
    [true, { entity_types: ['ticket', 'asset'] }],
    [false, { entity_types: ['ticket'] }],
    [true, { entity_ids: ['a-1'] }],
    [false, { entity_ids: ['a-2'] }],
    [true, { client_ids: [client] }],
    [false, { client_ids: ['0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2c'] }],
    [true, { tags: ['core', 'x'] }],
    [false, { tags: ['x'] }],
    [true, { conditions: [{ field: 'changes.status.new', operator: 'equals', value: 'retired' }] }],
    [false, { conditions: [{ field: 'changes.status.new', operator: 'not_equals', value: 'retired' }] }],
    [
      true,
      {
        conditions: [
          { field: 'name', operator: 'contains', value: 'server' },
          { field: 'rank', operator: 'greater_than', value: 5 },
        ],
      },
    ],
    [
      false,
      {
        conditions: [
          { field: 'name', operator: 'contains', value: 'server' },
          { field: 'rank', operator: 'less_than', value: 5 },
        ],
      },
    ],
    [
      true,
      {
        conditions: [
          { field: 'rank', operator: 'in', value: [6, 7] },
          { field: 'tags', operator: 'contains', value: 'vip' },
        ],
      },
    ],
    [false, { conditions: [{ field: 'rank', operator: 'not_in', value: [6, 7] }] }],
    [true, { conditions: [{ field: 'missing', operator: 'not_equals', value: 1 }] }],
    [false, { conditions: [{ field: 'missing', operator: 'equals', value: 1 }] }],
    [false, { entity_types: ['asset'], entity_ids: ['a-2'] }],
  ])('%p for %j', (passing, filter) => expect(passes(filter === null ? null : EventFilter.parse(filter), event)).toBe(passing));
});
