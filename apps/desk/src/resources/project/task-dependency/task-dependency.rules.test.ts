import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makesCircle } from './task-dependency.rules.ts';

describe('dependencies between tasks', () => {
  it('refuse a task that depends on itself, directly or through others', () => {
    const chain = [
      { predecessor_task_id: 'a', successor_task_id: 'b' },
      { predecessor_task_id: 'b', successor_task_id: 'c' },
    ];
    expect(makesCircle([], 'a', 'a')).toBe(true);
    expect(makesCircle(chain, 'c', 'a')).toBe(true);
    expect(makesCircle(chain, 'a', 'c')).toBe(false);
  });

  it('never close a circle, whatever is added in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 60 }), (wanted) => {
        const edges: { predecessor_task_id: string; successor_task_id: string }[] = [];
        for (const [from, to] of wanted) {
          if (!makesCircle(edges, String(from), String(to)))
            edges.push({ predecessor_task_id: String(from), successor_task_id: String(to) });
        }
        // Without a circle tasks can be taken away one by one, always one that waits for none.
        let left = new Set(edges.flatMap((edge) => [edge.predecessor_task_id, edge.successor_task_id]));
        while (left.size > 0) {
          const free = [...left].filter((id) => !edges.some((edge) => edge.successor_task_id === id && left.has(edge.predecessor_task_id)));
          expect(free.length).toBeGreaterThan(0);
          left = new Set([...left].filter((id) => !free.includes(id)));
        }
      }),
    );
  });
});
