import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { listQuery, queryList } from './index.ts';

const query = listQuery({
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  defaultOrder: 'asc',
  filters: { statuses: queryList(z.string()).optional() },
});

/** Parameters that are refused, by the name at fault. */
const faults = (value: Record<string, unknown>) => query.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the query of a list', () => {
  it('has an order and a size when nothing is said', () => {
    expect(query.parse({})).toEqual({ page: 1, limit: 25, sort: 'name', order: 'asc' });
  });

  it('takes what it documents', () => {
    expect(
      query.parse({
        page: '2',
        limit: '100',
        sort: 'created_at',
        order: 'desc',
        include_total: 'false',
        search: 'printer',
        created_from: '2026-01-01',
        updated_to: '2026-01-31T08:00:00+01:00',
        fields: 'name,status',
        statuses: 'new',
        cursor: 'abc',
      }),
    ).toEqual({
      page: 2,
      limit: 100,
      sort: 'created_at',
      order: 'desc',
      include_total: false,
      search: 'printer',
      created_from: '2026-01-01T00:00:00.000Z',
      updated_to: '2026-01-31T07:00:00.000Z',
      fields: ['name', 'status'],
      statuses: ['new'],
      cursor: 'abc',
    });
  });

  it('includes the whole day that it is asked for up to, and no more of it where a time is given', () => {
    expect(query.parse({ created_to: '2026-01-31', updated_to: '2026-01-31T08:00:00Z' })).toMatchObject({
      created_to: '2026-01-31T23:59:59.999Z',
      updated_to: '2026-01-31T08:00:00.000Z',
    });
  });

  it.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1000001'],
    ['page', 'x'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'all'],
    ['sort', 'tenant'],
    ['sort', 'name; drop table x'],
    ['sort', 'constructor'],
    ['order', 'up'],
    ['order', 'ASC'],
    ['include_total', 'no'],
    ['search', 'x'.repeat(256)],
    ['cursor', 'x'.repeat(1001)],
    ['created_from', '2026-02-30'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(faults({ [name]: value })).toEqual([name]);
  });

  it.each(['page', 'limit', 'sort', 'order', 'search', 'cursor'])('refuses %s given twice', (name) => {
    expect(faults({ [name]: ['1', '2'] })).toEqual([name]);
  });

  it('names every fault at once', () => {
    expect(faults({ page: '0', limit: '101', sort: 'x' })).toEqual(['page', 'limit', 'sort']);
  });

  it('ignores parameters it does not know', () => {
    expect(query.parse({ utm_source: 'mail' })).not.toHaveProperty('utm_source');
  });
});

/** Compiles, or not: that is the test. */
export function misuse(): void {
  // @ts-expect-error the default is one of the columns
  listQuery({ sort: ['name'], defaultSort: 'age', filters: {} });
  // @ts-expect-error a list sorts by something
  listQuery({ sort: [], defaultSort: 'name', filters: {} });
}
