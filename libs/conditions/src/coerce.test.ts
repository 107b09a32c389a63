import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { coerce, NOT_COERCIBLE, typeOf } from './coerce.ts';
import type { ConditionDataType } from './names.ts';

const taken = (value: unknown, type: ConditionDataType) => {
  const coerced = coerce(value, type);
  return coerced === NOT_COERCIBLE ? 'nothing' : coerced;
};
const NOON = Date.UTC(2026, 2, 1, 12);

describe('a value', () => {
  it.each<[unknown, unknown]>([
    ['5', 5],
    ['05', 5],
    ['12', 12],
    ['+5', 5],
    ['-5', -5],
    ['5.', 5],
    ['.25', 0.25],
    ['5.25', 5.25],
    [' 5 ', 5],
    ['1e3', 1000],
    ['1E-3', 0.001],
    ['1e+12', 1e12],
    [-0.5, -0.5],
    ['', 'nothing'],
    [' ', 'nothing'],
    ['.', 'nothing'],
    ['+', 'nothing'],
    ['5e', 'nothing'],
    ['e5', 'nothing'],
    ['5 5', 'nothing'],
    ['a5', 'nothing'],
    ['5a', 'nothing'],
    ['0x1', 'nothing'],
    ['Infinity', 'nothing'],
    ['1e999', 'nothing'],
    [Infinity, 'nothing'],
    [NaN, 'nothing'],
    [true, 'nothing'],
    [null, 'nothing'],
    [[5], 'nothing'],
  ])('%j as a number is %j', (value, expected) => {
    expect(taken(value, 'number')).toBe(expected);
  });

  it.each<[unknown, unknown]>([
    ['', ''],
    ['x', 'x'],
    [5, '5'],
    [false, 'false'],
    [NaN, 'nothing'],
    [null, 'nothing'],
    [['x'], 'nothing'],
    [{}, 'nothing'],
  ])('%j as a text is %j', (value, expected) => {
    expect(taken(value, 'string')).toBe(expected);
  });

  it.each<[unknown, unknown]>([
    [true, true],
    [1, true],
    ['true', true],
    ['1', true],
    [false, false],
    [0, false],
    ['false', false],
    ['0', false],
    ['TRUE', 'nothing'],
    ['', 'nothing'],
    [2, 'nothing'],
    [null, 'nothing'],
  ])('%j as a truth is %j', (value, expected) => {
    expect(taken(value, 'boolean')).toBe(expected);
  });

  it.each<[unknown, unknown]>([
    ['2026-03-01', Date.UTC(2026, 2, 1)],
    ['2026-03-01T12:00', NOON],
    ['2026-03-01 12:00', NOON],
    ['2026-03-01t12:00z', NOON],
    ['2026-03-01T12:00:00', NOON],
    ['2026-03-01T12:00:00.5', NOON + 500],
    ['2026-03-01T12:00:00.123456789Z', NOON + 123],
    ['2026-03-01T14:00+02:00', NOON],
    ['2026-03-01T14:00:00+0200', NOON],
    ['2026-03-01T10:00:00.000-02:00', NOON],
    [5, 5],
    ['2026-13-01', 'nothing'],
    ['2026-3-01', 'nothing'],
    ['2026-03-1', 'nothing'],
    ['26-03-01', 'nothing'],
    ['in 2026-03-01', 'nothing'],
    ['2026-03-01 or so', 'nothing'],
    ['2026-03-01T12', 'nothing'],
    ['2026-03-01T12:0', 'nothing'],
    ['2026-03-01T1:00', 'nothing'],
    ['2026-03-01T12:00:0', 'nothing'],
    ['2026-03-01T12:00:00.', 'nothing'],
    ['2026-03-01T12:00:00.1234567890Z', 'nothing'],
    ['2026-03-01T12:00+2:00', 'nothing'],
    ['2026-03-01T12:00+02', 'nothing'],
    ['March 1, 2026', 'nothing'],
    ['soon', 'nothing'],
    [NaN, 'nothing'],
    [null, 'nothing'],
  ])('%j as a date is %j', (value, expected) => {
    expect(taken(value, 'date')).toBe(expected);
  });

  it.each(['Asia/Tokyo', 'America/New_York'])('without a zone is a time in UTC, also where the service runs in %s', (TZ) => {
    const texts = ['2026-03-01 12:00', '2026-03-01T12:00:00', '2026-03-01T12:00:00.5', '2026-03-01T12:00:00.123456789', '2026-03-01'];
    // The zone of a process is that of its start.
    const printed = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { coerce } from ${JSON.stringify(new URL('coerce.ts', import.meta.url).href)};
         console.log(JSON.stringify(${JSON.stringify(texts)}.map((text) => coerce(text, 'date'))));`,
      ],
      { encoding: 'utf8', env: { ...process.env, TZ } },
    );
    expect(JSON.parse(printed)).toEqual([NOON, NOON, NOON + 500, NOON + 123, Date.UTC(2026, 2, 1)]);
  });

  it('as a list or an object is one or nothing', () => {
    const [list, object] = [[1], { a: 1 }];
    expect([taken(list, 'array'), taken(object, 'array'), taken('x', 'array'), taken(null, 'array')]).toEqual([
      list,
      'nothing',
      'nothing',
      'nothing',
    ]);
    expect([taken(list, 'object'), taken(object, 'object'), taken('x', 'object'), taken(null, 'object')]).toEqual([
      'nothing',
      object,
      'nothing',
      'nothing',
    ]);
  });

  it.each<[unknown, ReturnType<typeof typeOf>]>([
    ['', 'string'],
    [0, 'number'],
    [false, 'boolean'],
    [[], 'array'],
    [{}, 'object'],
    [null, undefined],
    [undefined, undefined],
    [() => 0, undefined],
  ])('%j is of itself a %s', (value, type) => {
    expect(typeOf(value)).toBe(type);
  });
});
