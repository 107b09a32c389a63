import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { arbitraryOf, type ValueSchema } from './arbitrary-of.ts';

const Node = z.object({
  id: z.guid(),
  name: z.string().min(1).max(20),
  kind: z.enum(['one', 'two']),
  at: z.iso.datetime(),
  count: z.int().min(1).max(5),
  price: z.number().min(0).nullable(),
  tags: z.array(z.string().max(10)).min(1).max(4),
  choice: z.union([z.literal('all'), z.object({ only: z.email() })]).optional(),
});

describe('values made from a schema', () => {
  it('are let in by it', () => {
    const values = arbitraryOf(z.toJSONSchema(Node, { io: 'input' }) as ValueSchema);
    fc.assert(fc.property(values, (value) => Node.parse(value) !== undefined));
  });

  it('end, however deep the schema refers to itself', () => {
    const Tree: z.ZodType = z.lazy(() => z.object({ children: z.array(Tree).max(3) }));
    const values = arbitraryOf(z.toJSONSchema(Tree, { io: 'input' }) as ValueSchema);
    expect(fc.sample(values, { numRuns: 50, seed: 1 })).toHaveLength(50);
  });
});
