import { describe, expect, it } from '@jest/globals';
import { isEnough, type MutantStatus, percentKilled, scoreOf, scoreTable } from './mutation-score.ts';

const mutants = (counts: Partial<Record<MutantStatus, number>>) =>
  (Object.entries(counts) as [MutantStatus, number][]).flatMap(([status, count]) => Array.from({ length: count }, () => ({ status })));

describe('a mutation score', () => {
  it('counts endless loops as killed, untested code as survived, and leaves out what could not run', () => {
    const score = scoreOf(
      'money',
      mutants({ Killed: 16, Timeout: 1, Survived: 2, NoCoverage: 1, RuntimeError: 7, CompileError: 4, Ignored: 3 }),
    );
    expect(score).toEqual({ name: 'money', killed: 17, survived: 3, ignored: 3 });
    expect(percentKilled(score)).toBe(85);
  });

  it('is 0 where nothing was mutated', () => {
    expect(percentKilled(scoreOf('money', mutants({ Ignored: 3 })))).toBe(0);
  });

  it('must reach what is required', () => {
    expect(isEnough({ name: 'money', killed: 85, survived: 15, ignored: 0 }, 85)).toBe(true);
    expect(isEnough({ name: 'money', killed: 84, survived: 15, ignored: 0 }, 85)).toBe(false);
  });

  it('is shown for each module, cut off and not rounded up to what is required', () => {
    expect(
      scoreTable(
        [
          { name: 'money', killed: 282, survived: 0, ignored: 1 },
          { name: 'conditions', killed: 849_999, survived: 150_001, ignored: 0 },
        ],
        85,
      ),
    ).toBe(
      [
        'module      killed  survived  excluded    score',
        'money          282         0         1  100.0 %',
        'conditions  849999    150001         0   84.9 %  below 85 %',
      ].join('\n'),
    );
  });
});
