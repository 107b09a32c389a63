import { describe, expect, it } from '@jest/globals';
import { type Deferred, mergeDeferred, type Merged } from './merge-deferred.ts';

const merged: Merged = { text: 'all', values: (all) => [all.map(([value]) => value)] };
const deferred = (tenant: string, text: string, value: unknown, how?: Merged): Deferred => ({
  tenant,
  sql: { text },
  values: [value],
  merged: how,
});
const sent = (all: readonly Deferred[], drawsByRow = true) =>
  mergeDeferred(all, drawsByRow, (text, values) => ({ sql: { text }, values })).map(({ tenant, sql, values }) => [
    tenant,
    sql.text,
    values[0],
  ]);

describe('statements that are sent with COMMIT', () => {
  it('are sent as one where they are alike, at the place of the first, in their order', () => {
    expect(
      sent([
        deferred('a', 'outbox', 1, merged),
        deferred('a', 'other', 'x'),
        deferred('a', 'outbox', 2, merged),
        deferred('a', 'other', 'y'),
        deferred('a', 'outbox', 3, merged),
      ]),
    ).toEqual([
      ['a', 'all', [1, 2, 3]],
      ['a', 'other', 'x'],
      ['a', 'other', 'y'],
    ]);
  });

  it('stay as they are where there is one of a kind', () => {
    expect(sent([deferred('a', 'outbox', 1, merged)])).toEqual([['a', 'outbox', 1]]);
  });

  it('are not sent as one where each row draws a value and the server would draw one for all', () => {
    const drawing = { ...merged, drawsByRow: true };
    const all = [
      deferred('a', 'outbox', 1, drawing),
      deferred('a', 'outbox', 2, drawing),
      deferred('a', 'x', 3, merged),
      deferred('a', 'x', 4, merged),
    ];
    expect(sent(all)).toEqual([
      ['a', 'all', [1, 2]],
      ['a', 'all', [3, 4]],
    ]);
    expect(sent(all, false)).toEqual([
      ['a', 'outbox', 1],
      ['a', 'outbox', 2],
      ['a', 'all', [3, 4]],
    ]);
  });

  it('of two tenants are never sent as one', () => {
    expect(sent([deferred('a', 'outbox', 1, merged), deferred('b', 'outbox', 2, merged)])).toEqual([
      ['a', 'outbox', 1],
      ['b', 'outbox', 2],
    ]);
  });

  it('are sent in pieces where there are very many', () => {
    const all = sent(Array.from({ length: 1_001 }, (_, index) => deferred('a', 'outbox', index, merged)));
    expect(all.map(([, text, values]) => [text, Array.isArray(values) ? values.length : values])).toEqual([
      ['all', 500],
      ['all', 500],
      ['outbox', 1_000],
    ]);
  });
});
