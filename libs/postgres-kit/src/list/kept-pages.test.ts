import { randomUUID } from 'node:crypto';
import type { ListParams } from '@psa/contract-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KeptPages, type KeptQuery, readPage, type TenantBuilder, WHOLE_LIST } from '../index.ts';
import { type AccountTables, AccountDatabase, type AccountDb } from '../testing/account-database.ts';

const order = {
  columns: { name: 'accounts.name', rank: 'accounts.rank' },
  nullable: new Set(['rank']),
  id: { ref: 'accounts.account_id', name: 'account_id' },
};
const DEFAULTS: ListParams = { page: 1, limit: 25, sort: 'name', order: 'asc' };

type Values = { readonly name?: string };

const rowsOf = (db: TenantBuilder<AccountTables>, shape: readonly string[], { name }: Values) => {
  const rows = db.selectFrom('accounts').select(['account_id', 'name', 'rank']);
  return shape.includes('name') ? rows.where('name', '=', name ?? '') : rows;
};

const named = (name: string): KeptQuery<Values> => ({ shape: ['name'], values: { name } });

/** Where rows may lie on other nodes, each statement is planned anew. */
const KEEPS_PLANS = process.env['PSA_TEST_ENGINE'] !== 'citus';

describe('pages that keep their plan', () => {
  let accounts: AccountDatabase;
  let db: AccountDb;
  let built: number;
  let pages: KeptPages<AccountTables, Values, { account_id: string; name: string; rank: number | null }>;

  beforeAll(async () => {
    // Each connection counts its own plans.
    accounts = await AccountDatabase.create(1);
    db = accounts.tenant();
    built = 0;
    pages = new KeptPages({
      order,
      rows(...given) {
        built++;
        return rowsOf(...given);
      },
    });
    const rows = Array.from({ length: 60 }, (_, n) => ({ name: `n${n % 7}`, rank: n % 5 === 0 ? null : n % 11 }));
    await db
      .insertInto('accounts')
      .values(rows.map((row) => ({ ...row, account_id: randomUUID(), score: null, seen_at: null, details: null, tags: null, balance: 0 })))
      .execute();
  });
  afterAll(() => accounts.drop());

  const read = (query: KeptQuery<Values>, params: Partial<ListParams>, total?: () => Promise<number | undefined>) =>
    pages.read(db, query, { ...DEFAULTS, ...params }, total);

  /** How often the pages were planned for all values, and for those of a request. */
  const plansOf = async () => {
    const text = `select coalesce(sum(generic_plans), 0)::integer as generic, coalesce(sum(custom_plans), 0)::integer as custom
      from pg_prepared_statements where statement like '%order by "accounts"%'`;
    return (await db.execute<{ generic: number; custom: number }>({ text }, [])).rows[0]!;
  };

  it.each([
    { asked: 'first', params: {}, generic: KEEPS_PLANS ? 3 : 0 },
    { asked: 'of an unusual size', params: { limit: 7 }, generic: 0 },
    { asked: 'far on', params: { page: 3 }, generic: 0 },
    { asked: 'of some values', params: { where: [{ field: 'name', operator: 'eq' as const, value: 'a' }] }, generic: 0 },
  ])('are planned once when they are the ones asked $asked', async ({ params, generic }) => {
    const before = await plansOf();
    for (let each = 0; each < 3; each++) await read(WHOLE_LIST, params);
    const after = await plansOf();
    const more = { generic: after.generic - before.generic, custom: after.custom - before.custom };
    expect(more).toEqual({ generic, custom: 3 - generic });
  });

  it('are the same as those that are planned for their values, from the first to the last', async () => {
    for (const name of [undefined, 'n1', 'n6', 'nobody'])
      for (const sort of ['name', 'rank'])
        for (const direction of ['asc', 'desc'] as const)
          for (const limit of [7, 10, 25]) {
            const query = name === undefined ? WHOLE_LIST : named(name);
            let params: ListParams = { ...DEFAULTS, sort, order: direction, limit };
            for (;;) {
              const kept = await pages.read(db, query, params);
              expect(kept).toEqual(await readPage(rowsOf(db, query.shape, query.values), order, params));
              if (kept.pagination.next_cursor === null) break;
              params = { ...params, cursor: kept.pagination.next_cursor };
            }
          }
  });

  it('build a statement once for all values of the same filters', async () => {
    await read(named('n2'), { limit: 50 });
    const before = built;
    expect((await read(named('n3'), { limit: 50 })).rows.every(({ name }) => name === 'n3')).toBe(true);
    expect(built).toBe(before);
    await read(named('n3'), { limit: 50, order: 'desc' });
    expect(built).toBe(before + 1);
  });

  it('count what matches unless the total is known, and give no total to who asks for none', async () => {
    const totals = await Promise.all([
      read(WHOLE_LIST, { limit: 10 }),
      read(WHOLE_LIST, { limit: 10 }, async () => 42),
      read(WHOLE_LIST, { limit: 10 }, async () => undefined),
      read(WHOLE_LIST, { limit: 10, include_total: false }, async () => 42),
    ]);
    expect(totals.map(({ pagination }) => pagination.total)).toEqual([60, 42, 60, null]);
  });
});
