import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecentMap } from './recent-map.ts';

describe('a map of what was used of late', () => {
  it('never holds more than its limit, nor forgets what was used within the last half of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 300 }), (limit, keys) => {
        const map = new RecentMap<number, string>(limit);
        keys.forEach((key, index) => {
          if (map.get(key) === undefined) map.set(key, `${key}`);
          expect(map.size).toBeLessThanOrEqual(limit);
          const recent = new Set(
            keys
              .slice(0, index + 1)
              .reverse()
              .slice(0, Math.floor(limit / 2)),
          );
          for (const used of recent) expect(map.get(used)).toBe(`${used}`);
        });
      }),
    );
  });

  it('forgets what it is told to, young or old', () => {
    const map = new RecentMap<string, number>(4);
    for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
    map.delete('a');
    map.deleteWhere((value) => value === 2);
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, 1, undefined]);
  });
});
