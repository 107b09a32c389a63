import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endsConnection } from './connection-loss.ts';
import { AccountDatabase } from '../testing/account-database.ts';

describe('a lost connection', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
  });
  afterAll(() => accounts.drop());

  it('fails what was using it, and the next request works; the process never notices', async () => {
    const script = join(import.meta.dirname, '../testing/lose-connections.ts');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, accounts.test.appUrl, accounts.test.adminUrl]);
    expect({ stdout, stderr }).toEqual({ stdout: 'survived\n', stderr: '' });
  });

  it.each([
    ['57P01', true],
    ['57P05', true],
    ['08006', true],
    ['25P03', true],
    ['ECONNRESET', true],
    [undefined, true],
    ['57014', false],
    ['23505', false],
    ['40P01', false],
    ['42601', false],
    ['25P02', false],
  ])('is told by its code: %s: %p', (code, lost) => {
    expect(endsConnection(Object.assign(new Error('x'), { code }))).toBe(lost);
  });
});
