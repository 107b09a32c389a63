import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addToRowCount, readRowCount } from '../index.ts';
import { AccountDatabase, type AccountDb } from '../testing/account-database.ts';

const TWO_THAT_ARE_FREE = 'select account_id from accounts where tenant = $1 limit 2 for update skip locked';

describe('the kept count of a table', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
  });
  afterAll(() => accounts.drop());

  const counted = async (db: AccountDb) => {
    const { count } = await db
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };

  type Step = { insert: number; remove: boolean; fails: boolean };
  const carryOut = (db: AccountDb, { insert, remove, fails }: Step) =>
    db
      .transaction(async (tx) => {
        if (insert > 0) {
          await tx
            .insertInto('accounts')
            .values(Array.from({ length: insert }, () => ({ account_id: randomUUID(), name: 'x', balance: 0 })))
            .execute();
          addToRowCount(tx, 'accounts', insert);
        }
        if (remove) {
          const { rows, affected } = await tx.execute(
            { text: `delete from accounts where tenant = $1 and account_id in (${TWO_THAT_ARE_FREE})` },
            [tx.tenant],
          );
          expect(rows).toEqual([]);
          addToRowCount(tx, 'accounts', -affected);
        }
        if (fails) throw new Error('no');
      })
      .catch((error: Error) => {
        if (error.message !== 'no') throw error;
      });

  it('is what count(*) says, after any mixture of changes side by side', async () => {
    const step: fc.Arbitrary<Step> = fc.record({ insert: fc.integer({ min: 0, max: 3 }), remove: fc.boolean(), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 64, maxLength: 64 }), async (steps) => {
        const db = accounts.tenant();
        await Promise.all(steps.map((one) => carryOut(db, one)));
        expect(await readRowCount(db, 'accounts')).toBe(await counted(db));
      }),
      { numRuns: 6 },
    );
  });

  it("is each tenant's and each table's own, and 0 before the first row", async () => {
    const [one, two] = [accounts.tenant(), accounts.tenant()];
    await carryOut(one, { insert: 3, remove: false, fails: false });
    expect(await Promise.all([readRowCount(one, 'accounts'), readRowCount(two, 'accounts'), readRowCount(one, 'entries')])).toEqual([
      3, 0, 0,
    ]);
  });
});
