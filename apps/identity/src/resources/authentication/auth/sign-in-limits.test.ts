import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aTenant } from '../../../testing/make.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { hashPassword } from '../password/password-hash.ts';
import { SIGN_IN_LIMITS } from './sign-in-limits.ts';

let network = 0;

describe('guessing passwords', () => {
  let service: TestService;
  let replica: TestService;
  let tenant: string;
  let hash: string;
  let email: string;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    replica = await TestService.start(identityService, {
      natsUrl: service.natsUrl,
      settings: { PSA_DATABASE_URL: service.database.appUrl, PSA_WORKER_DATABASE_URL: service.database.workerUrl },
    });
    ({ tenant } = await aTenant(service));
    hash = await hashPassword('right');
  });
  afterAll(async () => {
    await replica.stop();
    await service.stop();
  });
  beforeEach(async () => {
    network++;
    email = `${randomUUID()}@example.com`;
    await service.sql(
      "insert into users (tenant, user_id, username, email, password_hash, user_type) values ($1, $2, $3, $3, $4, 'internal')",
      [tenant, randomUUID(), email, hash],
    );
  });

  const from = (host: number, at: TestService = service) => new Visitor(at, { address: `10.${network}.0.${host}` });
  const guess = (visitor: Visitor, password = 'wrong') => visitor.signIn({ email, password });

  it('ends after a few failures, at whatever replica, with the right password too', async () => {
    for (let failure = 0; failure < SIGN_IN_LIMITS.pair; failure++)
      expect(await guess(from(1, failure % 2 === 0 ? service : replica))).toBe('credentials');
    for (const at of [service, replica]) {
      expect(await guess(from(1, at))).toBe('RATE_LIMITED');
      expect(await guess(from(1, at), 'right')).toBe('RATE_LIMITED');
    }
  });

  it('is the same for an account there is not', async () => {
    const answers = [];
    for (let attempt = 0; attempt <= SIGN_IN_LIMITS.pair; attempt++)
      answers.push(await from(1).signIn({ email: `nobody-${network}@example.com`, password: 'wrong' }));
    expect(answers).toEqual([...Array<string>(SIGN_IN_LIMITS.pair).fill('credentials'), 'RATE_LIMITED']);
  });

  it('gains nothing by another way to write the account', async () => {
    const spellings: Record<string, string>[] = [
      { email },
      { email: email.toUpperCase() },
      { email: ` ${email} ` },
      { email, tenant: 'x' },
      { email, userType: 'client' },
    ];
    for (const spelling of spellings) await from(1).signIn({ ...spelling, password: 'wrong' });
    expect(await guess(from(1), 'right')).toBe('RATE_LIMITED');
  });

  it('lets no more than that many pass of those that come at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => guess(from(1, index % 2 === 0 ? service : replica))));
    expect(answers.filter((code) => code === 'credentials').length).toBeLessThanOrEqual(SIGN_IN_LIMITS.pair);
    expect(answers.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(24 - SIGN_IN_LIMITS.pair);
  });

  it('leaves other addresses alone until there are too many of them', async () => {
    const answers: string[] = [];
    for (let attempt = 0; attempt < SIGN_IN_LIMITS.account; attempt++) answers.push(await guess(from(attempt)));
    expect(new Set(answers)).toEqual(new Set(['credentials']));
    expect(await guess(from(250), 'right')).toBe('RATE_LIMITED');
  });

  it('of many accounts ends for the address, and for nobody else', async () => {
    for (let attempt = 0; attempt < SIGN_IN_LIMITS.address; attempt++)
      expect(await from(1).signIn({ email: `${randomUUID()}@example.com`, password: 'wrong' })).toBe('credentials');
    expect(await guess(from(1), 'right')).toBe('RATE_LIMITED');
    expect(await guess(from(2), 'right')).toBe('ok');
  });

  it('counts all addresses of one IPv6 network as one', async () => {
    const inNetwork = (host: string) => new Visitor(service, { address: `2001:db8:${network}:7:${host}` });
    for (const host of ['1:2:3:4', 'ffff::1', 'a:b:c:d', '0:0:0:9', 'beef::']) expect(await guess(inNetwork(host))).toBe('credentials');
    expect(await guess(inNetwork('5:6:7:8'), 'right')).toBe('RATE_LIMITED');
    expect(await guess(new Visitor(service, { address: `2001:db8:${network}:8::1` }), 'right')).toBe('ok');
  });

  it('is forgotten for the pair once somebody knows the password, and for all when the window ends', async () => {
    for (let round = 0; round < 3; round++) {
      for (let failure = 1; failure < SIGN_IN_LIMITS.pair; failure++) expect(await guess(from(1))).toBe('credentials');
      expect(await guess(from(1), 'right')).toBe('ok');
    }
    for (let failure = 0; failure < SIGN_IN_LIMITS.pair; failure++) await guess(from(2));
    expect(await guess(from(2), 'right')).toBe('RATE_LIMITED');
    await service.sql("update sign_in_attempts set window_ends_at = now() - interval '1 second'");
    expect(await guess(from(2), 'right')).toBe('ok');
  });

  it('does not count those who know the password', async () => {
    for (let time = 0; time < SIGN_IN_LIMITS.address + 2; time++) expect(await guess(from(1), 'right')).toBe('ok');
  });

  it('keeps neither the account nor the address of who tried', async () => {
    await guess(from(77));
    const rows = await service.sql<{ subject: string }>('select subject from sign_in_attempts');
    expect(rows.every(({ subject }) => /^[\w-]{43}$/.test(subject))).toBe(true);
  });

  it('is swept up when its window is over', async () => {
    await guess(from(1));
    await service.sql("update sign_in_attempts set window_ends_at = now() - interval '1 second'");
    await service.tick('remove-ended-sessions');
    expect(await service.sql('select 1 from sign_in_attempts')).toEqual([]);
  });
});
