import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FieldCondition } from '@psa/contract-kit';
import { pageOf, readPage } from '../index.ts';
import { AccountDatabase, type AccountDb } from '../testing/account-database.ts';

const columns = { name: 'accounts.name', rank: 'accounts.rank', seen_at: 'accounts.seen_at' };
const rows = [
  { name: 'a', rank: 9, seen_at: '2026-01-01T00:00:00.000Z' },
  { name: 'b', rank: 10, seen_at: null },
  { name: 'c', rank: null, seen_at: '2026-03-01T00:00:00.000Z' },
];

describe('exact filters', () => {
  let accounts: AccountDatabase;
  let db: AccountDb;
  beforeAll(async () => {
    accounts = await AccountDatabase.create(2);
  });
  afterAll(() => accounts.drop());
  beforeEach(async () => {
    db = accounts.tenant();
    await db
      .insertInto('accounts')
      .values(rows.map((row) => ({ ...row, account_id: randomUUID(), balance: 0 })))
      .execute();
  });

  const found = (...where: FieldCondition[]) =>
    readPage(
      db.selectFrom('accounts').select(['account_id', 'name']),
      { columns, nullable: new Set(['rank', 'seen_at']), id: { ref: 'accounts.account_id', name: 'account_id' } },
      { page: 1, limit: 2, sort: 'name', order: 'asc', where },
      async () => -1,
    );
  const condition = (text: string): FieldCondition => {
    const [, field, operator, value] = /^(\w+)\.(\w+)=(.*)$/.exec(text) as unknown as [string, string, FieldCondition['operator'], string];
    return { field, operator, value };
  };

  it.each<[string[], string[]]>([
    [['name.eq=a'], ['a']],
    [['name.ne=a'], ['b', 'c']],
    [['name.in=a,c,x'], ['a', 'c']],
    [['rank.gt=9'], ['b']],
    [['rank.gte=9'], ['a', 'b']],
    [['rank.lt=10'], ['a']],
    [['rank.lte=10'], ['a', 'b']],
    [['rank.ne=9'], ['b', 'c']],
    [['rank.null=true'], ['c']],
    [['rank.null=false'], ['a', 'b']],
    [['seen_at.gte=2026-02-01'], ['c']],
    [['rank.gte=1', 'seen_at.null=true'], ['b']],
    [["name.eq=' or true --"], []],
  ])('%j', async (where, names) => {
    const { rows: page, pagination } = await found(...where.map(condition));
    expect({ names: page.map(({ name }) => name), total: pagination.total }).toEqual({ names, total: names.length });
  });

  it('count what matches beyond the page', async () => {
    const { rows: page, pagination } = await found(condition('name.in=a,b,c'));
    expect({ rows: page.length, total: pagination.total, hasNext: pagination.hasNext }).toEqual({ rows: 2, total: 3, hasNext: true });
  });

  it.each(['rank.eq=ten', 'rank.eq=99999999999', 'seen_at.gt=soon', 'rank.in=1,x'])(
    'name the field of a value it cannot have: %s',
    async (text) => {
      await expect(found(condition(text))).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ path: [text.split('=')[0]], message: 'must be a value this field can have' }],
      });
    },
  );

  it.each([
    ['name.eq=a', ['a']],
    ['name.ne=a', ['b', 'c']],
    ['name.in=a,c', ['a', 'c']],
    ['name.gt=a', ['b', 'c']],
    ['name.gte=b', ['b', 'c']],
    ['name.lt=b', ['a']],
    ['name.lte=b', ['a', 'b']],
    ['seen_at.null=true', ['b']],
  ])('hold for rows in memory: %s', (text, names) => {
    const order = {
      valueOf: (row: (typeof rows)[0], sort: string) => row[sort as 'name' | 'seen_at'],
      idOf: (row: (typeof rows)[0]) => row.name,
    };
    const { rows: page, pagination } = pageOf(rows, order, { page: 1, limit: 5, sort: 'name', order: 'asc', where: [condition(text)] });
    expect({ names: page.map(({ name }) => name), total: pagination.total }).toEqual({ names, total: names.length });
  });
});
