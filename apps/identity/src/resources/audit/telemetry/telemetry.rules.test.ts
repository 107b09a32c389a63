import { describe, expect, it } from '@jest/globals';
import { isUsageStatsOn } from './telemetry.rules.ts';

describe('usage statistics', () => {
  it.each<[string | undefined, boolean]>([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    ['On', true],
    [' true ', true],
    ['false', false],
    ['0', false],
    ['no', false],
    ['off', false],
    ['enabled', false],
    ['', false],
    [undefined, false],
  ])('%j switches them on: %s', (value, on) => {
    expect(isUsageStatsOn(value)).toBe(on);
  });
});
