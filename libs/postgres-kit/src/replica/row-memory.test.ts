import { describe, expect, it } from '@jest/globals';
import { RowMemory } from './row-memory.ts';

describe('RowMemory', () => {
  const make = () => {
    const clock = { ms: 0 };
    const memory = new RowMemory<string>(() => clock.ms);
    const find = (tenant: string, id: string) => {
      const found = new Map<string, string>();
      const missing = memory.recall(tenant, [id, null, id], found);
      expect([...missing, ...found.keys()]).toEqual([id]);
      return found.get(id);
    };
    return { clock, memory, find };
  };

  it('remembers a row for two seconds, for its tenant alone', () => {
    const { clock, memory, find } = make();
    memory.keep('one', 'a', 'Ada');
    expect([find('one', 'a'), find('two', 'a'), find('one', 'b')]).toEqual(['Ada', undefined, undefined]);
    clock.ms = 1_999;
    expect(find('one', 'a')).toBe('Ada');
    clock.ms = 2_000;
    expect(find('one', 'a')).toBeUndefined();
  });

  it('remembers that there is no row', () => {
    const { clock, memory, find } = make();
    const found = new Map<string, string>();
    memory.keep('one', 'a', null);
    expect([[...memory.recall('one', ['a', 'b'], found)], found.size]).toEqual([['b'], 0]);
    clock.ms = 2_000;
    expect(find('one', 'a')).toBeUndefined();
  });

  it('remembers nothing that is read while the row changes, since it may be from before', () => {
    const { clock, memory, find } = make();
    memory.keep('one', 'a', 'Ada');
    expect(find('one', 'a')).toBe('Ada');
    memory.forget('one', 'a');
    memory.keep('one', 'a', 'Ada');
    expect(find('one', 'a')).toBeUndefined();
    clock.ms = 2_000;
    memory.keep('one', 'a', 'Ada Lovelace');
    expect(find('one', 'a')).toBe('Ada Lovelace');
  });

  it('notes no change before anybody has asked for a row', () => {
    const { memory, find } = make();
    memory.forget('one', 'a');
    memory.keep('one', 'a', 'Ada');
    expect(find('one', 'a')).toBe('Ada');
  });

  it('holds twenty thousand rows at most', () => {
    const { memory, find } = make();
    for (let row = 0; row < 20_000; row++) memory.keep(`tenant ${row % 7}`, String(row), 'x');
    expect(find('tenant 0', '0')).toBe('x');
    memory.keep('one', 'a', 'Ada');
    expect([find('tenant 0', '0'), find('one', 'a')]).toEqual([undefined, 'Ada']);
  });
});
