import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteInBatches } from '../index.ts';
import { AccountDatabase, addAccount } from '../testing/account-database.ts';

describe('deleting what is old', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
    await accounts.sql('create policy everything on accounts to psa_kit_postgres_worker using (true)');
    await accounts.sql('grant select, delete on accounts to psa_kit_postgres_worker');
  });
  afterAll(() => accounts.drop());

  it('takes everything the condition names, however many statements that takes, and nothing else', async () => {
    const db = accounts.tenant();
    for (let rank = 0; rank < 25; rank++) await addAccount(db, { rank });
    const worker = accounts.worker();
    const of = { table: 'accounts', key: ['tenant', 'account_id'], where: 'rank < $1', values: [20], batch: 6 };
    expect(await deleteInBatches(worker, { ...of, maxBatches: 2 })).toBe(12);
    expect(await deleteInBatches(worker, of)).toBe(8);
    expect(await db.selectFrom('accounts').select('rank').orderBy('rank', 'asc').execute()).toEqual(
      [20, 21, 22, 23, 24].map((rank) => ({ rank })),
    );
  });
});
