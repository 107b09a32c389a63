import { describe, expect, it } from '@jest/globals';
import { type ApiError, Instant } from '@psa/contract-kit';
import { z } from 'zod';
import { parsePart } from './validation.ts';

describe('messages of a refused request', () => {
  const Body = z.object({
    name: z.string().min(1).max(5).optional(),
    count: z.int().min(2).max(9).optional(),
    above: z.number().gt(0).optional(),
    tags: z.array(z.string()).max(1).optional(),
    status: z.enum(['open', 'closed']).optional(),
    email: z.email().optional(),
    id: z.guid().optional(),
    day: z.iso.date().optional(),
    done: z.boolean().optional(),
    own: z.string().regex(/^x/, 'must begin with x').optional(),
    at: Instant.optional(),
    inner: z.object({ needed: z.string(), kind: z.enum(['a', 'b']), when: z.union([z.iso.date(), z.int()]) }).optional(),
  });
  const faultsOf = (value: unknown, strict = false, part: 'body' | 'query' = 'body') => {
    try {
      parsePart(part, Body, value, strict);
    } catch (error) {
      return ((error as ApiError).details as { path: (string | number)[]; message: string }[]).map(
        ({ path, message }) => `${path.join('.')} ${message}`,
      );
    }
    return [];
  };

  it.each<[unknown, string[]]>([
    [{ name: '' }, ['name must not be empty']],
    [{ name: 'longer' }, ['name must have at most 5 characters']],
    [{ name: 5 }, ['name must be a text']],
    [{ name: null }, ['name must not be null, but a text']],
    [{ count: 1 }, ['count must be at least 2']],
    [{ count: 10 }, ['count must be at most 9']],
    [{ count: 2.5 }, ['count must be a whole number']],
    [{ above: 0 }, ['above must be greater than 0']],
    [{ tags: ['a', 'b'] }, ['tags must have at most 1 item']],
    [{ status: 'x' }, ['status must be one of open, closed']],
    [{ email: 'x' }, ['email must be an email address']],
    [{ id: 'x' }, ['id must be a UUID']],
    [{ day: '31.1.2026' }, ['day must be a date such as 2026-01-31']],
    [{ done: 'yes' }, ['done must be true or false']],
    [{ own: 'y' }, ['own must begin with x']],
    [{ inner: {} }, ['inner.needed is required', 'inner.kind is required', 'inner.when is required']],
    [{ inner: { needed: 'x', kind: 'a', when: true } }, ['inner.when has none of the accepted forms']],
    [{ at: '2026-01-31' }, []],
  ])('%j', (value, faults) => {
    expect(faultsOf(value)).toEqual(faults);
  });

  it('name what is not known as what it is', () => {
    expect(faultsOf({ nmae: 'x' }, true)).toEqual(['nmae is not a field that can be written here']);
    expect(faultsOf({ nmae: 'x' }, true, 'query')).toEqual(['nmae is not a query parameter of this operation']);
  });
});
