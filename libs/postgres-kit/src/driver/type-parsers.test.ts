import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { isoFromPostgres } from './type-parsers.ts';
import { AccountDatabase } from '../testing/account-database.ts';

describe('a timestamp', () => {
  it.each([
    ['2026-11-21 08:15:00.123+00', '2026-11-21T08:15:00.123Z'],
    ['2026-11-21 08:15:00.1+00', '2026-11-21T08:15:00.100Z'],
    ['2026-11-21 08:15:00+00', '2026-11-21T08:15:00.000Z'],
    ['2026-11-21 08:15:00.123456+00', '2026-11-21T08:15:00.123Z'],
    ['2026-11-21 09:15:00.123+01', '2026-11-21T08:15:00.123Z'],
    ['2026-11-21 13:45:00.123+05:30', '2026-11-21T08:15:00.123Z'],
    ['2026-11-21 00:15:00-08', '2026-11-21T08:15:00.000Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31 23:59:59.999+00', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, iso) => {
    expect(isoFromPostgres(text)).toBe(iso);
  });

  it.each([
    '10000-01-01 00:00:00+00',
    '294276-12-31 23:59:59.999+00',
    '0044-03-15 12:00:00+00 BC',
    '4714-11-24 00:00:00+00 BC',
    'infinity',
    '-infinity',
  ])('that ISO 8601 cannot say is left as Postgres says it: %s', (text) => {
    expect(isoFromPostgres(text)).toBe(text);
  });
});

describe('values as they arrive', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create(1);
  });
  afterAll(() => accounts.drop());

  const read = async (expression: string) =>
    (await accounts.tenant().execute<{ value: unknown }>({ text: `select ${expression} as value` }, [])).rows[0]?.value;

  it.each([
    ["'2026-11-21 08:15:00.12+02'::timestamptz(3)", '2026-11-21T06:15:00.120Z'],
    ["'infinity'::timestamptz", 'infinity'],
    ["'2026-03-29'::date", '2026-03-29'],
    ['count(*)', 1],
    ['9007199254740991::bigint', 9007199254740991],
    ['-9007199254740991::bigint', -9007199254740991],
    ['12.50::numeric', 12.5],
    ['7::integer', 7],
    ['null::bigint', null],
    ['true', true],
    [`'{"at":"2026-01-01"}'::jsonb`, { at: '2026-01-01' }],
    ["array['a','b']", ['a', 'b']],
  ])('%s', async (expression, value) => {
    expect(await read(expression)).toEqual(value);
  });

  it.each(['9007199254740992::bigint', '-9007199254740992::bigint'])(
    '%s is refused rather than rounded, and the connection goes on',
    async (expression) => {
      await expect(read(expression)).rejects.toThrow('beyond the exact range');
      expect(await read('1')).toBe(1);
    },
  );

  it('undoes the transaction when one cannot be read', async () => {
    const db = accounts.tenant();
    await expect(db.transaction((tx) => tx.execute({ text: 'select 9007199254740992::bigint' }, []))).rejects.toThrow(
      'beyond the exact range',
    );
    expect(await read('1')).toBe(1);
  });
});

describe('pg', () => {
  it('is the version whose wire protocol code was read: look at DescribedQuery and what extends it, and at pipelining, before changing this', () => {
    const installed = createRequire(import.meta.url)('pg/package.json') as { version: string };
    expect(installed.version).toBe('8.23.1');
  });
});
