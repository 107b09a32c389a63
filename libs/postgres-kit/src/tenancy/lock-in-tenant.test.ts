import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { lockInTenant, type TenantTx, tryLockInTenant } from '../index.ts';
import { AccountDatabase, type AccountDb, type AccountTables } from '../testing/account-database.ts';

type Lock = (tx: TenantTx<AccountTables>) => Promise<void>;

describe('a lock within a tenant', () => {
  let accounts: AccountDatabase;
  let db: AccountDb;

  beforeAll(async () => {
    accounts = await AccountDatabase.create(4);
  });
  afterAll(() => accounts.drop());
  beforeEach(() => {
    db = accounts.tenant();
  });

  /** What happens in two transactions of which the second begins while the first has its lock. */
  async function order(first: Lock, second: Lock, other = db): Promise<string[]> {
    const seen: string[] = [];
    let trying!: Promise<void>;
    await db.transaction(async (tx) => {
      await first(tx);
      trying = other.transaction(async (tx2) => {
        await second(tx2);
        seen.push('second has it');
      });
      // Long enough for whoever need not wait: the connection answers in between.
      for (let asked = 0; asked < 20; asked++) await tx.execute({ text: 'select pg_sleep(0.01)' }, []);
      seen.push('first ends');
    });
    await trying;
    return seen;
  }

  const lock =
    (purpose: string, key?: string, mode?: 'shared'): Lock =>
    (tx) =>
      lockInTenant(tx, purpose, key, mode);
  const waits = ['first ends', 'second has it'];
  const passes = ['second has it', 'first ends'];

  it.each([
    ['the same thing', lock('work'), lock('work'), waits],
    ['the same thing of another purpose', lock('work', 'a'), lock('rest', 'a'), passes],
    ['another one of its kind', lock('work', 'a'), lock('work', 'b'), passes],
    ['a thing both share', lock('work', 'a', 'shared'), lock('work', 'a', 'shared'), passes],
    ['alone what another one shares', lock('work', 'a', 'shared'), lock('work', 'a'), waits],
  ])('lets whoever wants %s wait as they must', async (_, first, second, expected) => {
    expect(await order(first, second)).toEqual(expected);
  });

  it('is no matter of another tenant', async () => {
    expect(await order(lock('work'), lock('work'), accounts.tenant())).toEqual(passes);
  });

  it('is not had, and not waited for, by whoever only tries while another has it', async () => {
    const tried: boolean[] = [];
    const attempt: Lock = async (tx) => {
      tried.push(await tryLockInTenant(tx, 'work'));
    };
    expect(await order(lock('work'), attempt)).toEqual(passes);
    await db.transaction(attempt);
    expect(tried).toEqual([false, true]);
  });
});
