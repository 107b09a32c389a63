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

  it('lets those behind begin when the first gives up waiting, and takes nothing for it', async () => {
    const budget = new ByteBudget(10);
    const { begun, piece, end } = pieces();
    const giveUp = new AbortController();
    const first = budget.run(4, piece('first'));
    const large = budget.run(8, piece('large'), giveUp.signal);
    const small = budget.run(6, piece('small'));
    giveUp.abort(new Error('too late'));
    await expect(large).rejects.toThrow('too late');
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['first', 'small']);
    end('first');
    end('small');
    await Promise.all([first, small]);
    expect(await budget.run(10, async () => 'all of it')).toBe('all of it');
  });
});
