import { describe, expect, it } from '@jest/globals';
import { RowMemory } from './row-memory.ts';

describe('RowMemory', () => {
  const make = () => {
    const clock = { ms: 0 };
    return { clock, memory: new RowMemory<string>(() => clock.ms) };
  };

  it('remembers a row for two seconds, for its tenant alone', () => {
    const { clock, memory } = make();
    memory.keep('one', 'a', 'Ada');
    expect([memory.find('one', 'a'), memory.find('two', 'a'), memory.find('one', 'b')]).toEqual(['Ada', undefined, undefined]);
    clock.ms = 1_999;
    expect(memory.find('one', 'a')).toBe('Ada');
    clock.ms = 2_000;
    expect(memory.find('one', 'a')).toBeUndefined();
  });

  it('remembers nothing that is read while the row changes, since it may be from before', () => {
    const { clock, memory } = make();
    memory.keep('one', 'a', 'Ada');
    memory.forget('one', 'a');
    memory.keep('one', 'a', 'Ada');
    expect(memory.find('one', 'a')).toBeUndefined();
    clock.ms = 2_000;
    memory.keep('one', 'a', 'Ada Lovelace');
    expect(memory.find('one', 'a')).toBe('Ada Lovelace');
  });

  it('holds twenty thousand rows at most', () => {
    const { memory } = make();
    for (let row = 0; row < 20_000; row++) memory.keep(`tenant ${row % 7}`, String(row), 'x');
    expect(memory.find('tenant 0', '0')).toBe('x');
    memory.keep('one', 'a', 'Ada');
    expect([memory.find('tenant 0', '0'), memory.find('one', 'a')]).toEqual([undefined, 'Ada']);
  });
});
