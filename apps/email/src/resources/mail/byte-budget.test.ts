import { describe, expect, it } from '@jest/globals';
import { ByteBudget } from './byte-budget.ts';

describe('a budget of bytes', () => {
  /** Work that says when it begins, and ends when it is told to. */
  const pieces = () => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const piece = (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => {
        ends.set(name, resolve);
      });
    };
    return { begun, piece, end: (name: string) => ends.get(name)?.() };
  };

  it('lets work begin in its order as far as there is room', async () => {
    const budget = new ByteBudget(10);
    const { begun, piece, end } = pieces();
    const small = budget.run(4, piece('small'));
    const large = budget.run(8, piece('large'));
    const late = budget.run(3, piece('late'));
    expect(begun).toEqual(['small']);
    end('small');
    await small;
    expect(begun).toEqual(['small', 'large']);
    end('large');
    await large;
    end('late');
    await late;
    expect(begun).toEqual(['small', 'large', 'late']);
  });

  it('lets what needs more than everything run alone, and gives back what failed', async () => {
    const budget = new ByteBudget(10);
    await expect(budget.run(100, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await budget.run(100, async () => 'done')).toBe('done');
  });
});
