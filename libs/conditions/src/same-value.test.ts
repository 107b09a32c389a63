import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sameValue } from './same-value.ts';

describe('JSON values', () => {
  it.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [1, '1', false],
    [null, null, true],
    [null, {}, false],
    [{}, null, false],
    ['', [], false],
    [[], {}, false],
    [{}, [], false],
    [['a'], { 0: 'a' }, false],
    [{ 0: 'a' }, ['a'], false],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[1, 2], [1], false],
    [{ a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [{ a: 1 }, { a: 1, b: 1 }, false],
    [{ constructor: Object }, {}, false],
  ])('%j and %j are the same: %s', (one, other, same) => {
    expect(sameValue(one, other)).toBe(same);
  });

  it('are the same exactly when they are deeply equal', () => {
    const value = fc.jsonValue({ maxDepth: 2 }).map((one) => JSON.parse(JSON.stringify(one)) as unknown);
    fc.assert(fc.property(value, value, (one, other) => sameValue(one, other) === isDeepStrictEqual(one, other)));
    fc.assert(fc.property(value, (one) => sameValue(one, structuredClone(one))));
  });
});
