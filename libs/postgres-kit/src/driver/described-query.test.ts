import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DescribedQuery, type QueryConfig } from './described-query.ts';
import { AccountDatabase } from '../testing/account-database.ts';

describe('a prepared statement whose rows are described once', () => {
  let accounts: AccountDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    accounts = await AccountDatabase.create(1);
  });
  afterAll(() => accounts.drop());

  const connect = async () => {
    client = new pg.Client({ connectionString: accounts.test.adminUrl });
    await client.connect();
  };
  const run = (config: QueryConfig) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      client.query(
        new DescribedQuery(config, (error, result) => {
          if (error) reject(error);
          else resolve(result);
        }) as unknown as pg.Submittable,
      );
    });
  /** Descriptions of rows and results that the server sent while something was done. */
  const messages = async (work: () => Promise<unknown>) => {
    const seen = { described: 0, without: 0 };
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    const [described, without] = [
      () => {
        seen.described++;
      },
      () => {
        seen.without++;
      },
    ];
    connection.on('rowDescription', described).on('noData', without);
    await work();
    connection.off('rowDescription', described).off('noData', without);
    return seen;
  };

  it.each([0, 1, 2, 300])('gives its %i rows each time, read by their types', async (count) => {
    await connect();
    const config = {
      name: 'rows',
      text: "select n, n::bigint as big, n > 1 as more, jsonb_build_object('n', n) as doc, null as none from generate_series(1, $1::int) n",
      values: [count],
    };
    const expected = Array.from({ length: count }, (_, index) =>
      expect.objectContaining({ n: index + 1, more: index > 0, doc: { n: index + 1 }, none: null }),
    );
    for (let time = 0; time < 3; time++) {
      const { rows, rowCount, fields } = await run(config);
      expect({ rows, rowCount, fields: fields.map(({ name }) => name) }).toEqual({
        rows: expected,
        rowCount: count,
        fields: ['n', 'big', 'more', 'doc', 'none'],
      });
    }
    await client.end();
  });

  it('is described at its first run on a connection and at none after it', async () => {
    await connect();
    const config = { name: 'one', text: 'select $1::int as one', values: [1] };
    expect(await messages(() => run(config))).toEqual({ described: 1, without: 0 });
    expect(
      await messages(async () => {
        for (const one of [2, 3]) expect((await run({ ...config, values: [one] })).rows).toEqual([{ one }]);
      }),
    ).toEqual({ described: 0, without: 0 });
    await client.end();
    await connect();
    expect(await messages(() => run(config))).toEqual({ described: 1, without: 0 });
    await client.end();
  });

  it('may have no rows at all', async () => {
    await connect();
    await client.query('create temporary table things (n int)');
    for (const n of [1, 2, 3]) {
      expect(await run({ name: 'insert', text: 'insert into things values ($1), ($1)', values: [n] })).toMatchObject({
        rowCount: 2,
        rows: [],
        command: 'INSERT',
      });
    }
    await client.end();
  });

  it('keeps nothing of a run that failed', async () => {
    await connect();
    const config = (n: number) => ({ name: 'division', text: 'select 6 / $1::int as result', values: [n] });
    await expect(run(config(0))).rejects.toMatchObject({ code: '22012' });
    for (const n of [2, 3]) expect((await run(config(n))).rows).toEqual([{ result: 6 / n }]);
    await expect(run(config(0))).rejects.toMatchObject({ code: '22012' });
    expect((await run(config(1))).rows).toEqual([{ result: 6 }]);
    await client.end();
  });

  it('without a name is described each time', async () => {
    await connect();
    const config = { text: 'select 1 as one', values: [] };
    expect(
      await messages(async () => {
        for (let time = 0; time < 3; time++) expect((await run(config)).rows).toEqual([{ one: 1 }]);
      }),
    ).toEqual({ described: 3, without: 0 });
    await client.end();
  });
});
