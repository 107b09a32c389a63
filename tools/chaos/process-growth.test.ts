import { describe, expect, it } from '@jest/globals';
import { growthOf, type Sample } from './process-growth.ts';
import { random } from './random.ts';

const LIMIT = 384;

/** A process watched each quarter of a minute. */
function watched(minutes: number, at: (hours: number, index: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: 4 * minutes }, (_, index) => {
    const atHours = index / 240;
    return { atHours, memory: 100, files: 40, poolWaiting: 0, lag: 0, ...at(atHours, index) };
  });
}

/** Memory that goes up by 30 MiB and is collected again, with noise. */
function sawtooth(): (index: number) => number {
  const next = random(1);
  return (index) => 100 + (index % 7) * 5 + 4 * next();
}

describe('what is growth', () => {
  it('finds none where memory goes up and comes down again', () => {
    const memory = sawtooth();
    expect(
      growthOf(
        'assets',
        watched(60, (_hours, index) => ({ memory: memory(index) })),
        LIMIT,
      ),
    ).toEqual([]);
  });

  it.each([5, 10, 40])('finds a leak of %d MiB an hour under what goes up and comes down, within an hour', (leak) => {
    const memory = sawtooth();
    const [fault, ...others] = growthOf(
      'assets',
      watched(61, (hours, index) => ({ memory: memory(index) + leak * hours })),
      LIMIT,
    );
    expect(fault).toMatch(/^memory of assets grows by [\d.]+ MiB an hour$/);
    expect(others).toEqual([]);
  });

  it('lets memory settle by some MiB within minutes, and finds what grows by more', () => {
    const after = (grown: number) =>
      growthOf(
        'assets',
        watched(3, (hours) => ({ memory: 100 + (grown * hours) / 0.05 })),
        LIMIT,
      );
    expect(after(10)).toEqual([]);
    expect(after(30)).toMatchObject([/^memory of assets grows/]);
  });

  it('finds a process that would have been ended by the limit of its container', () =>
    expect(
      growthOf(
        'assets',
        watched(3, (_hours, index) => ({ memory: index === 5 ? 400 : 100 })),
        LIMIT,
      ),
    ).toEqual(['assets took 400 MiB, and its container has 384']));

  it.each<[string, (index: number) => Partial<Sample>, string]>([
    ['files', (index) => ({ files: 40 + index }), 'assets opened 160 more files'],
    ['events that wait', (index) => ({ lag: 10 * index }), 'consumers of assets fell 1600 events behind'],
    [
      'requests that wait for the database',
      (index) => ({ poolWaiting: index < 80 ? 0 : 3 }),
      '3 more requests of assets wait for the database all the time',
    ],
  ])('finds %s that only become more', (_what, at, fault) =>
    expect(
      growthOf(
        'assets',
        watched(60, (_hours, index) => at(index)),
        LIMIT,
      ),
    ).toEqual([fault]),
  );

  it('does not take a burst for growth', () =>
    expect(
      growthOf(
        'assets',
        watched(60, (_hours, index) => (index % 20 === 0 ? { files: 300, lag: 5_000, poolWaiting: 50 } : {})),
        LIMIT,
      ),
    ).toEqual([]));
});
