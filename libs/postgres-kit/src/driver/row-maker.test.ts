import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { AccountDatabase } from '../testing/account-database.ts';
import { DescribedQuery } from './described-query.ts';
import { rowMaker } from './row-maker.ts';
import { asIs, typeParsers } from './type-parsers.ts';

const column = (name: string) => ({ name, format: 'text' });

describe('what makes the rows of a statement', () => {
  it.each(['a"b', "it's", 'a\\', '\n', '\u2028', '${x}', '`', 'constructor', 'toString', '1', '', 'ä €'])(
    'takes a column named %j',
    (name) => {
      expect(rowMaker([column(name)], [asIs])?.(['text'])).toEqual({ [name]: 'text' });
    },
  );

  it('takes whatever name a column has for a name', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }), (names) => {
        fc.pre(!names.includes('__proto__'));
        const row = rowMaker(
          names.map(column),
          names.map(() => Number),
        )?.(names.map((_, place) => String(place)));
        expect(row).toEqual(Object.fromEntries(names.map((name, place) => [name, place])));
      }),
    );
  });

  it('gives null for what is null, whatever the type', () => {
    const row = rowMaker([column('text'), column('number')], [asIs, Number])?.([null, null]);
    expect(row).toEqual({ text: null, number: null });
  });

  it('gives the last of columns with one name, as pg does', () => {
    expect(rowMaker([column('one'), column('one')], [asIs, asIs])?.(['first', 'last'])).toEqual({ one: 'last' });
  });

  it.each([
    { case: 'no columns', columns: [] },
    { case: 'a column that a literal takes for the prototype', columns: [column('__proto__')] },
    { case: 'binary values', columns: [{ name: 'one', format: 'binary' }] },
  ])('leaves $case to pg', ({ columns }) => {
    expect(
      rowMaker(
        columns,
        columns.map(() => asIs),
      ),
    ).toBeUndefined();
  });

  describe('in a connection', () => {
    let accounts: AccountDatabase;
    let client: pg.Client;
    beforeAll(async () => {
      accounts = await AccountDatabase.create(1);
      client = new pg.Client({ connectionString: accounts.test.adminUrl, types: typeParsers });
      await client.connect();
    });
    afterAll(async () => {
      await client.end();
      await accounts.drop();
    });

    it('makes the rows that pg makes', async () => {
      const text = `select n, n::bigint as big, n * 0.5 as part, 'text' as text, gen_random_uuid() is null as more, null as none, now() is null as no,
          '2026-01-02 03:04:05.6+00'::timestamptz as at, '2026-01-02'::date as day, array['a', 'b{,"']::text[] as texts, '{}'::text[] as empty,
          array[]::uuid[] as ids, '{"a":[1]}'::jsonb as doc, 'a  '::char(3) as padded
        from generate_series(1, 3) n`;
      const run = () =>
        new Promise<pg.QueryResult>((resolve, reject) => {
          const query = new DescribedQuery({ name: 'kinds', text, values: [] }, (error, result) => {
            if (error) reject(error);
            else resolve(result);
          });
          client.query(query as unknown as pg.Submittable);
        });
      const [first, second] = [await run(), await run()];
      expect(second.rows).toEqual(first.rows);
      expect(second.rows[0]).toEqual({
        n: 1,
        big: 1,
        part: 0.5,
        text: 'text',
        more: false,
        none: null,
        no: false,
        at: '2026-01-02T03:04:05.600Z',
        day: '2026-01-02',
        texts: ['a', 'b{,"'],
        empty: [],
        ids: [],
        doc: { a: [1] },
        padded: 'a  ',
      });
    });
  });
});
