import { describe, expect, it } from '@jest/globals';
import { isLargeBody, LargeBodies } from './large-bodies.ts';

const MIB = 1024 * 1024;
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('large request bodies', () => {
  it('are taken two of 25 MiB at once from one tenant, and four from all', async () => {
    const bodies = new LargeBodies();
    const began: string[] = [];
    const take = (party: string) => bodies.take(party, 25 * MIB).then((release) => (began.push(party), release));
    const taken = ['a', 'a', 'a', 'b', 'b', 'b', 'c'].map(take);
    await soon();
    expect(began).toEqual(['a', 'a', 'b', 'b']);
    (await taken[0])?.();
    await soon();
    expect(began).toEqual(['a', 'a', 'b', 'b', 'a']);
    (await taken[3])?.();
    await soon();
    expect(began).toEqual(['a', 'a', 'b', 'b', 'a', 'b']);
    for (const one of [1, 2, 4, 5]) (await taken[one])?.();
    await soon();
    expect(began).toEqual(['a', 'a', 'b', 'b', 'a', 'b', 'c']);
  });

  it('are those above 1 MiB', () => {
    expect([isLargeBody(MIB), isLargeBody(MIB + 1)]).toEqual([false, true]);
  });

  it('are refused when their turn does not come in time, and then hold nothing', async () => {
    const bodies = new LargeBodies(20);
    const [first] = [await bodies.take('a', 25 * MIB), await bodies.take('a', 25 * MIB)];
    await expect(bodies.take('a', 25 * MIB)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '5' } });
    first();
    await bodies.take('a', 25 * MIB);
  });
});
