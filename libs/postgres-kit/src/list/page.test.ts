import { randomUUID } from 'node:crypto';
import type { ListParams } from '@psa/contract-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ListOrder, readPage } from '../index.ts';
import { AccountDatabase, type AccountDb } from '../testing/account-database.ts';

const order: ListOrder = {
  columns: {
    name: 'accounts.name',
    rank: 'accounts.rank',
    score: 'accounts.score',
    seen_at: 'accounts.seen_at',
    balance: 'accounts.balance',
  },
  nullable: new Set(['rank', 'score', 'seen_at']),
  id: { ref: 'accounts.account_id', name: 'account_id' },
};
type Sort = 'name' | 'rank' | 'score' | 'seen_at' | 'balance';

interface Account {
  account_id: string;
  name: string;
  rank: number | null;
  score: number | null;
  seen_at: string | null;
  balance: number;
}

let accounts: AccountDatabase;
beforeAll(async () => {
  accounts = await AccountDatabase.create();
});
afterAll(() => accounts.drop());

const pageOf = (db: AccountDb, params: Partial<ListParams>) =>
  readPage(
    db.selectFrom('accounts').select(['account_id', 'name', 'rank', 'score', 'seen_at', 'balance']),
    order,
    { page: 1, limit: 25, sort: 'name', order: 'asc', ...params },
    async () => (await db.selectFrom('accounts').select('account_id').execute()).length,
  );

const insert = (db: AccountDb, rows: readonly Account[]) =>
  rows.length === 0
    ? undefined
    : db
        .insertInto('accounts')
        .values([...rows])
        .execute();

/** Few values, so that many rows tie; awkward ones, so that none is compared as text. */
const account: fc.Arbitrary<Account> = fc.record({
  account_id: fc.uuid(),
  name: fc.constantFrom('a', 'B', 'b', 'ä', '', 'o\'c"x\\', '10', '9', '%', '😀'),
  rank: fc.constantFrom(null, -10, -9, 0, 9, 10),
  score: fc.constantFrom(null, -0.5, 0.1, 0.30000000000000004, 1e21, 100),
  seen_at: fc.constantFrom(
    null,
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.001Z',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ),
  balance: fc.constantFrom(-1, 0, 9, 10, 9007199254740991),
});

describe('a walk by cursor', () => {
  it('meets every row that was there all the time exactly once, in order, whatever is added and removed on the way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(account, { maxLength: 30, selector: ({ account_id }) => account_id }),
        fc.uniqueArray(account, { maxLength: 15, selector: ({ account_id }) => account_id }),
        fc.constantFrom<Sort>('name', 'rank', 'score', 'seen_at', 'balance'),
        fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
        fc.integer({ min: 1, max: 7 }),
        async (there, late, sort, direction, limit) => {
          const db = accounts.tenant();
          const coming = late.filter(({ account_id }) => there.every((row) => row.account_id !== account_id));
          await insert(db, there);
          const removed = new Set<string>();
          const met: string[] = [];
          let cursor: string | undefined;
          for (let page = 1; ; page++) {
            const { rows, pagination } = await pageOf(db, {
              sort,
              order: direction,
              limit,
              include_total: false,
              ...(cursor === undefined ? {} : { cursor }),
            });
            expect(rows.length).toBeLessThanOrEqual(limit);
            expect(pagination).toMatchObject({ page, hasPrev: page > 1, hasNext: pagination.next_cursor !== null });
            met.push(...rows.map(({ account_id }) => account_id));
            if (pagination.next_cursor === null) break;
            cursor = pagination.next_cursor;
            await insert(db, coming.splice(0, 3));
            const gone = there.find(({ account_id }) => !met.includes(account_id) && !removed.has(account_id));
            if (gone !== undefined && page % 2 === 0) {
              await db.deleteFrom('accounts').where('account_id', '=', gone.account_id).execute();
              removed.add(gone.account_id);
            }
          }
          expect(new Set(met).size).toBe(met.length);
          const stayed = there.map(({ account_id }) => account_id).filter((id) => !removed.has(id));
          expect(stayed.filter((id) => !met.includes(id))).toEqual([]);

          const whole = await pageOf(db, { sort, order: direction, limit: 100 });
          const sorted = whole.rows.map(({ account_id }) => account_id);
          expect(met.filter((id) => sorted.includes(id))).toEqual(sorted.filter((id) => met.includes(id)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('goes on where it was when its last row is gone', async () => {
    const db = accounts.tenant();
    await insert(db, ['a', 'b', 'c', 'd'].map(named));
    const first = await pageOf(db, { limit: 2 });
    await db.deleteFrom('accounts').where('name', 'in', ['a', 'b']).execute();
    const second = await pageOf(db, { limit: 2, cursor: first.pagination.next_cursor ?? '' });
    expect(second.rows.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(second.pagination).toMatchObject({ page: 2, hasNext: false, next_cursor: null });
  });

  it('shows one tenant nothing of another, whose cursor it may use', async () => {
    const [owner, stranger] = [accounts.tenant(), accounts.tenant()];
    await insert(owner, ['a', 'b', 'c'].map(named));
    const { pagination } = await pageOf(owner, { limit: 1 });
    expect((await pageOf(stranger, { limit: 1, cursor: pagination.next_cursor ?? '' })).rows).toEqual([]);
  });
});

describe('pages by number', () => {
  it('say where they are', async () => {
    const db = accounts.tenant();
    await insert(db, ['a', 'b', 'c', 'd', 'e'].map(named));
    const { rows, pagination } = await pageOf(db, { page: 2, limit: 2 });
    expect(rows.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(pagination).toEqual({
      page: 2,
      limit: 2,
      total: 5,
      totalPages: 3,
      hasNext: true,
      hasPrev: true,
      next_cursor: expect.any(String) as unknown,
    });
    expect((await pageOf(db, { page: 3, limit: 2 })).pagination).toMatchObject({ hasNext: false, hasPrev: true, next_cursor: null });
    expect(await pageOf(db, { page: 1_000_000, limit: 100 })).toMatchObject({ rows: [], pagination: { total: 5, hasNext: false } });
  });

  it('of nothing are none', async () => {
    expect((await pageOf(accounts.tenant(), {})).pagination).toEqual({
      page: 1,
      limit: 25,
      total: 0,
      totalPages: 0,
      hasNext: false,
      hasPrev: false,
      next_cursor: null,
    });
  });

  it('go on by cursor', async () => {
    const db = accounts.tenant();
    await insert(db, ['a', 'b', 'c'].map(named));
    const { pagination } = await pageOf(db, { page: 2, limit: 1 });
    const { rows, pagination: next } = await pageOf(db, { limit: 1, cursor: pagination.next_cursor ?? '' });
    expect([rows.map(({ name }) => name), next.page]).toEqual([['c'], 3]);
  });
});

describe('a cursor', () => {
  const encode = (cursor: unknown) => Buffer.from(typeof cursor === 'string' ? cursor : JSON.stringify(cursor)).toString('base64url');
  const right = { s: 'seen_at', o: 'asc', v: '2026-01-01T00:00:00Z', i: randomUUID(), p: 2 };

  it.each<[string, unknown]>([
    ['no JSON', 'junk'],
    ['no object', 7],
    ['null', null],
    ['a list', [1]],
    ['incomplete', { s: 'seen_at' }],
    ['of another sort', { ...right, s: 'name' }],
    ['of another order', { ...right, o: 'desc' }],
    ['with another id', { ...right, i: "' or true" }],
    ['with another page', { ...right, p: -1 }],
    ['with a page beyond numbers', { ...right, p: 2 ** 60 }],
    ['with an object for a value', { ...right, v: {} }],
    ['with a value its column cannot have', { ...right, v: 'yesterday-ish' }],
    ['with a date that is not', { ...right, v: '2026-02-30' }],
    ['with NUL', { ...right, v: '2026\0' }],
    ['with SQL', { ...right, v: "'; drop table accounts; --" }],
    ['with an empty value', { ...right, v: '' }],
  ])('that was tampered with is refused: %s', async (_, cursor) => {
    await expect(pageOf(accounts.tenant(), { sort: 'seen_at', cursor: encode(cursor) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ code: 'invalid_cursor', path: ['cursor'] }],
    });
  });

  it.each(['', '!!!', 'eyJ', 'AAAA', '%00', '\u0000'])('that is %p is refused', async (cursor) => {
    await expect(pageOf(accounts.tenant(), { cursor })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('with a value beyond the range of its column is refused', async () => {
    const cursor = encode({ ...right, s: 'rank', v: '99999999999' });
    await expect(pageOf(accounts.tenant(), { sort: 'rank', cursor })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('does not make a fault of the database look like one of the caller', async () => {
    const broken: ListOrder = { ...order, columns: { name: 'accounts.no_such_column' } };
    const db = accounts.tenant();
    const cursor = encode({ ...right, s: 'name', v: 'a' });
    await expect(
      readPage(
        db.selectFrom('accounts').select('account_id'),
        broken,
        { page: 1, limit: 1, sort: 'name', order: 'asc', cursor },
        async () => 0,
      ),
    ).rejects.toMatchObject({ code: '42703' });
  });
});

function named(name: string): Account {
  return { account_id: randomUUID(), name, rank: null, score: null, seen_at: null, balance: 0 };
}
