import { describe, expect, it } from '@jest/globals';
import { matchesPattern, patternFault } from './pattern.ts';

describe('a pattern', () => {
  it('is an expression of RE2, of no more than 512 characters', () => {
    expect(patternFault('a'.repeat(512))).toBeUndefined();
    expect(patternFault('a'.repeat(513))).toBe('must have at most 512 characters');
    expect(patternFault('(')).toMatch(/^must be a regular expression in the syntax of RE2: ./);
    expect(patternFault('(?=a)')).toMatch(/^must be a regular expression in the syntax of RE2: ./);
  });

  it('is found anywhere in a text, each time alike', () => {
    for (let time = 0; time < 2; time++) {
      expect(matchesPattern('b+', 'abba')).toBe(true);
      expect(matchesPattern('^b+', 'abba')).toBe(false);
    }
    expect(() => matchesPattern('(', 'abba')).toThrow();
  });

  it('means the same after many others', () => {
    for (let index = 0; index < 1_100; index++) expect(matchesPattern(`^x${index}$`, `x${index}`)).toBe(true);
    expect(matchesPattern('^x0$', 'x1')).toBe(false);
  });
});
