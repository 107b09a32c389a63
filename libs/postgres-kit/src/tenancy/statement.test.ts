import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { Database, statement } from '../index.ts';
import { AccountDatabase, type AccountDb, type AccountTables } from '../testing/account-database.ts';

const insert = statement<AccountTables>()(
  (db, p: { id: string; rank: number | null; seen: string | null; details: string | null; tags: string[] | null }) =>
    db
      .insertInto('accounts')
      .values({ account_id: p.id, name: 'fixed', rank: p.rank, seen_at: p.seen, details: p.details, tags: p.tags, balance: 0 })
      .returning('name'),
);

const find = statement<AccountTables>()((db, p: { ids: string[]; prefix: string }) =>
  db
    .selectFrom('accounts')
    .select(['rank', 'seen_at', 'details', 'tags'])
    .where('account_id', '=', sql<string>`any(${p.ids}::uuid[])`)
    .where('name', 'like', sql<string>`${p.prefix} || '%'`)
    .orderBy('account_id'),
);

describe('a declared statement', () => {
  let accounts: AccountDatabase;
  let db: AccountDb;
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
  });
  afterAll(() => accounts.drop());
  beforeEach(() => {
    db = accounts.tenant();
  });

  it.each([
    ['nothing', { rank: null, seen: null, details: null, tags: null }],
    [
      'a number, a time, an object and a list',
      {
        rank: 7,
        seen: '2026-11-21T08:15:00.120Z',
        details: { a: [1, { b: 'x"\\' }], c: null },
        tags: ['a', 'b,c', '"d"', '', 'NULL', '{}', '\\'],
      },
    ],
    ['lists in jsonb, and an empty list', { rank: -1, seen: '0001-01-01T00:00:00.000Z', details: [1, 'two'], tags: [] }],
    ['a bare text in jsonb', { rank: 0, seen: '9999-12-31T23:59:59.999Z', details: 'text', tags: ['😀'] }],
  ])('brings %s in and out as it was', async (_, { rank, seen, details, tags }) => {
    const id = randomUUID();
    expect(await db.first(insert, { id, rank, seen, details: details === null ? null : JSON.stringify(details), tags })).toEqual({
      name: 'fixed',
    });
    expect(await db.all(find, { ids: [id], prefix: 'fix' })).toEqual([{ rank, seen_at: seen, details, tags }]);
  });

  it('takes its values anew each time, side by side', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    await Promise.all(ids.map((id, rank) => db.all(insert, { id, rank, seen: null, details: null, tags: null })));
    const found = await Promise.all(ids.map((id) => db.first(find, { ids: [id], prefix: '' })));
    expect(found.map((row) => row?.rank)).toEqual(ids.map((_, rank) => rank));
  });

  it('works in a transaction as well', async () => {
    const id = randomUUID();
    await db.transaction(async (tx) => {
      await tx.all(insert, { id, rank: 1, seen: null, details: null, tags: null });
      expect(await tx.all(find, { ids: [id], prefix: '' })).toHaveLength(1);
    });
  });

  it('says the tenant first, whoever runs it', () => {
    const [tenant, id] = [randomUUID(), randomUUID()];
    expect(find.text).toContain('"accounts"."tenant" = $1');
    expect(find.bind(tenant, { ids: [id], prefix: 'x' })).toEqual([tenant, [id], 'x']);
  });
});

describe('statements with a name', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create(1);
  });
  afterAll(() => accounts.drop());

  it('have the same for the same text', async () => {
    const { database } = accounts;
    expect(database.named('select 1')).toEqual(database.named('select 1'));
    expect(database.named('select 1').name).not.toBe(database.named('select 2').name);
  });

  it('are bounded, so that made-up filters fill neither the process nor the server', async () => {
    const database = new Database({ url: accounts.test.appUrl, max: 1 });
    try {
      for (let shape = 0; shape < 1000; shape++) expect(database.named(`select ${shape}`).name).toBeDefined();
      expect(database.named('select 1000')).toEqual({ text: 'select 1000' });
      expect(database.named('select 7').name).toBeDefined();
      expect((await database.queryAs(randomUUID(), database.named('select 1000 as n'), [])).rows).toEqual([{ n: 1000 }]);
    } finally {
      await database.close();
    }
  });

  it('are prepared once for each connection', async () => {
    const db = accounts.tenant();
    for (let rank = 0; rank < 5; rank++) await db.first(find, { ids: [randomUUID()], prefix: '' });
    const { rows } = await db.execute<{ uses: number }>(
      { text: 'select count(*) as uses from pg_prepared_statements where statement like \'select "rank"%\'' },
      [],
    );
    expect(rows).toEqual([{ uses: 1 }]);
  });

  it('that fail to be prepared can be sent again', async () => {
    const db = accounts.tenant();
    const bad = accounts.database.named('select no_such_column from accounts');
    for (let attempt = 0; attempt < 3; attempt++) await expect(db.execute(bad, [])).rejects.toMatchObject({ code: '42703' });
    const divides = accounts.database.named('select 1 / $1::int as n');
    await expect(db.execute(divides, [0])).rejects.toMatchObject({ code: '22012' });
    expect((await db.execute(divides, [1])).rows).toEqual([{ n: 1 }]);
  });

  it('survive a migration of the table they are about, on every connection that has them', async () => {
    const busy = await AccountDatabase.create(5);
    try {
      const db = busy.tenant();
      const alone = () => db.selectFrom('pledges').selectAll().execute();
      const inTransaction = () => db.transaction((tx) => tx.selectFrom('pledges').selectAll().execute());
      // Held together, so that each takes a connection of its own; the fifth is kept for single statements.
      const everywhere = () =>
        Promise.all(
          Array.from({ length: 4 }, () =>
            db.transaction(async (tx) => {
              await tx.execute({ text: 'select pg_sleep(0.02)' }, []);
              return tx.selectFrom('pledges').selectAll().execute();
            }),
          ),
        );
      await everywhere();
      expect(busy.database.pool.totalCount).toBe(4);
      await busy.sql('alter table pledges add column note text');
      expect(await everywhere()).toEqual([[], [], [], []]);
      await busy.sql('alter table pledges add column more text');
      expect(await Promise.all([alone(), inTransaction(), alone(), inTransaction()])).toEqual([[], [], [], []]);
    } finally {
      await busy.drop();
    }
  });
});
