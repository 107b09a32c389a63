import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { containsPattern } from '../index.ts';
import { AccountDatabase, addAccount } from '../testing/account-database.ts';

describe('a search for a text', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
  });
  afterAll(() => accounts.drop());

  it.each([
    ['100%', '%100\\%%'],
    ['a_b', '%a\\_b%'],
    ['c:\\dir', '%c:\\\\dir%'],
    ['%_\\', '%\\%\\_\\\\%'],
    ['', '%%'],
    ["o'clock", "%o'clock%"],
  ])('%s is %s', (text, pattern) => {
    expect(containsPattern(text)).toBe(pattern);
  });

  it('finds what holds it and nothing else, whatever is in it', async () => {
    const db = accounts.tenant();
    const names = ['100%', '1000', 'a_b', 'aXb', 'c:\\dir', 'c:dir', '\\', '%', '_', 'plain'];
    for (const name of names) await addAccount(db, { name });
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('%', '_', '\\', 'a', 'b', '0', '1', 'c', ':', 'X'), maxLength: 4 }),
        async (text) => {
          const found = await db.selectFrom('accounts').select('name').where('name', 'ilike', containsPattern(text)).execute();
          expect(found.map(({ name }) => name).sort()).toEqual(
            names.filter((name) => name.toLowerCase().includes(text.toLowerCase())).sort(),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
