import { describe, expect, it } from '@jest/globals';
import type { ListParams } from '@psa/contract-kit';
import fc from 'fast-check';
import { pageOf } from './page.ts';

interface Row {
  readonly id: string;
  readonly name: string | null;
}

const order = { valueOf: ({ name }: Row) => name, idOf: ({ id }: Row) => id };
const params = (given: Partial<ListParams> = {}): ListParams => ({ page: 1, limit: 3, sort: 'name', order: 'asc', ...given });
const rows = fc.uniqueArray(fc.record({ id: fc.uuid(), name: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: null }) }), {
  selector: ({ id }) => id,
  maxLength: 20,
});

describe('a page of rows in memory', () => {
  it('is one of many that together hold each row once and in order, by page as by cursor', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 7 }), fc.constantFrom('asc' as const, 'desc' as const), (all, limit, direction) => {
        const byCursor: Row[] = [];
        for (let cursor: string | undefined, more = true; more;) {
          const { rows: found, pagination } = pageOf(
            all,
            order,
            params({ limit, order: direction, ...(cursor === undefined ? {} : { cursor }) }),
          );
          byCursor.push(...found);
          expect(pagination.hasNext).toBe(pagination.next_cursor !== null);
          [cursor, more] = [pagination.next_cursor ?? undefined, pagination.hasNext];
        }
        const byPage: Row[] = [];
        for (let page = 1; page <= Math.ceil(all.length / limit); page++)
          byPage.push(...pageOf(all, order, params({ page, limit, order: direction })).rows);
        expect(byCursor).toEqual(byPage);
        expect(new Set(byCursor)).toEqual(new Set(all));
        expect(byCursor).toHaveLength(all.length);
        const named = byCursor.filter(({ name }) => name !== null).map(({ name }) => name as string);
        expect(named).toEqual(direction === 'asc' ? named.toSorted() : named.toSorted().reverse());
        expect(byCursor.slice(named.length).every(({ name }) => name === null)).toBe(true);
      }),
    );
  });

  it('goes on after its last row although others came and that one went', () => {
    const all: Row[] = ['a', 'c', 'e', 'g'].map((name, index) => ({ id: `0199a1b2-c3d4-7e5f-8a6b-00000000000${index}`, name }));
    const { pagination } = pageOf(all, order, params({ limit: 2 }));
    const changed = [
      ...all.filter(({ name }) => name !== 'c'),
      { id: '0199a1b2-c3d4-7e5f-8a6b-000000000009', name: 'b' },
      { id: '0199a1b2-c3d4-7e5f-8a6b-000000000008', name: 'd' },
    ];
    expect(pageOf(changed, order, params({ limit: 9, cursor: pagination.next_cursor as string })).rows.map(({ name }) => name)).toEqual([
      'd',
      'e',
      'g',
    ]);
  });

  it('counts as the list does', () => {
    const all: Row[] = Array.from({ length: 7 }, (_, index) => ({ id: `0199a1b2-c3d4-7e5f-8a6b-00000000000${index}`, name: 'x' }));
    expect(pageOf(all, order, params({ page: 2 })).pagination).toMatchObject({
      page: 2,
      limit: 3,
      total: 7,
      totalPages: 3,
      hasNext: true,
      hasPrev: true,
    });
    expect(pageOf(all, order, params({ include_total: false })).pagination).toMatchObject({ total: null, totalPages: null });
    expect(() => pageOf(all, order, params({ cursor: 'junk' }))).toThrow('Query validation failed');
  });
});
