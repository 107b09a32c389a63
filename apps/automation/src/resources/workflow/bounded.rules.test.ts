import { describe, expect, it } from '@jest/globals';
import { bounded } from './bounded.rules.ts';

const MAX = 16_384;
const size = (value: unknown) => JSON.stringify(value).length;

describe('a value in a history', () => {
  it('stays as it is while it is short', () => {
    const value = { a: 'x'.repeat(10_000), list: [1, 2] };
    expect(bounded(value)).toBe(value);
    expect([bounded(null), bounded(undefined)]).toEqual([null, null]);
  });

  it('loses only what is long of its texts', () => {
    const value = { id: 'i-1', data: { number: 7, text: 'x'.repeat(50_000), tags: ['a', 'b'] } };
    expect(bounded(value)).toEqual({
      id: 'i-1',
      data: { number: 7, text: `${'x'.repeat(4_096)}…`, tags: ['a', 'b'] },
      truncated: true,
    });
  });

  it.each([
    ['many texts', { list: Array.from({ length: 500 }, (_, index) => `${index} ${'x'.repeat(200)}`) }],
    ['many members', Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${index}`, index]))],
    ['a list in lists', [Array.from({ length: 300 }, () => Array.from({ length: 300 }, (_, index) => index))]],
    ['one text', 'x'.repeat(100_000)],
  ])('is short when it has %s', (_name, value) => {
    expect(size(value)).toBeGreaterThan(MAX);
    expect(size(bounded(value))).toBeLessThan(MAX + 50);
  });

  it('keeps the members that are asked for, however long they are and wherever they stand', () => {
    const long = 'y'.repeat(20_000);
    const value = { data: { long, list: Array.from({ length: 20 }, (_, id) => ({ id, text: 'x'.repeat(5_000) })) } };
    const short = bounded(value, () => ['data.long', 'data.list.19.id', 'data.nothing']) as typeof value;
    expect(short.data.long).toBe(long);
    expect(short.data.list[19]?.id).toBe(19);
    expect(short.data).not.toHaveProperty('nothing');
  });

  it('keeps a beginning of its text when it is nested without end', () => {
    let value: unknown = 'x'.repeat(64);
    for (let depth = 0; depth < 12; depth++) value = { a: value, b: value };
    expect(bounded(value)).toEqual({ text: expect.stringMatching(/^\{"a":/), truncated: true });
  });
});
