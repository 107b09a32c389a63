import { Writable } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLog, type Log } from './log.ts';

const CANARY = 'c4n4ry-in-the-mine';

describe('a log', () => {
  let text = '';
  let log: Log;
  const lines = () =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeEach(() => {
    text = '';
    log = createLog(
      'kit',
      'debug',
      new Writable({
        write(chunk, _, done) {
          text += String(chunk);
          done();
        },
      }),
    );
  });

  it('has a line of JSON for each entry: when, how bad, who, what', () => {
    log.warn({ tenant_id: 't', count: 3, nothing: null, list: [1, 'a'] }, 'hello');
    expect(lines()).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
        service: 'kit',
        tenant_id: 't',
        count: 3,
        nothing: null,
        list: [1, 'a'],
        msg: 'hello',
      },
    ]);
  });

  it('writes nothing below its level', () => {
    log.level = 'error';
    log.info('quiet');
    expect(text).toBe('');
  });

  describe('never holds a secret', () => {
    const names = [
      'authorization',
      'Authorization',
      'proxy-authorization',
      'cookie',
      'set-cookie',
      'x-api-key',
      'api_key',
      'apiKey',
      'password',
      'newPassword',
      'password_hash',
      'secret',
      'client_secret',
      'token',
      'access_token',
      'refreshToken',
      'x-webhook-signature',
      'code',
      'otp',
      'private_key',
      'PSA_TOKEN_SIGNING_KEY',
      'passphrase',
    ];

    it.each(names)('that is called %s, at whatever depth', (name) => {
      const secret = { [name]: CANARY };
      log.info({ ...secret }, 'top');
      log.info({ a: secret }, 'one down');
      log.info({ a: { b: secret } }, 'two down');
      log.info({ a: { b: { c: secret } } }, 'three down');
      log.info({ list: [{ deep: [secret] }] }, 'in lists');
      log.info({ a: { toJSON: () => secret } }, 'made when printed');
      expect(text).not.toContain(CANARY);
      expect(lines()).toHaveLength(6);
    });

    it('that was parted into a list or an object', () => {
      log.info({ cookie: [CANARY], tokens: { first: CANARY }, secrets: [{ value: CANARY }] }, 'x');
      expect(text).not.toContain(CANARY);
    });

    it.each([
      ['the address of a server', `connect to postgres://psa:${CANARY}@db:5432/psa failed`],
      ['several addresses', `nats://a:${CANARY}@one:4222,nats://b:${CANARY}@two:4222`],
      ['a header', `sent Authorization: Bearer ${CANARY}`],
      ['basic credentials', `Basic ${CANARY}`],
      ['a query string', `GET https://x.example/hook?a=1&token=${CANARY}&b=2`],
      ['a path with a query', `/callback?code=${CANARY}`],
    ])('inside a text: %s', (_, message) => {
      log.info({ message, deep: { list: [message] } }, 'x');
      log.error({ err: new Error(message) }, 'x');
      expect(text).not.toContain(CANARY);
    });

    it('inside an error: its own members, its causes, its parts', () => {
      const fromPostgres = Object.assign(new Error('duplicate key'), {
        code: '23505',
        constraint: 'users_email_key',
        table: 'users',
        detail: `Key (email)=(${CANARY}) exists`,
        where: CANARY,
        parameters: [CANARY],
      });
      const fetching = new TypeError('fetch failed', {
        cause: Object.assign(new Error(`https://u:${CANARY}@host/`), { request: { headers: { authorization: CANARY } } }),
      });
      log.error({ err: fromPostgres }, 'a');
      log.error({ err: fetching }, 'b');
      log.error({ err: new AggregateError([fromPostgres, fetching]) }, 'c');
      log.error({ nested: { failure: fromPostgres } }, 'd');
      log.error(fetching, 'e');
      expect(text).not.toContain(CANARY);
    });
  });

  it('tells of a secret what is none', () => {
    log.info({ api_key_id: 'k-1', tokenId: 't-1', password_changed_at: '2026-01-01', token: null, secret: undefined }, 'x');
    expect(lines()).toEqual([
      expect.objectContaining({ api_key_id: 'k-1', tokenId: 't-1', password_changed_at: '2026-01-01', token: null }),
    ]);
    expect(lines()[0]).not.toHaveProperty('secret');
  });

  it('says of an error what it is, where it came from and why', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'assets_tag', table: 'assets', detail: 'x' });
    log.error({ err: new TypeError('could not', { cause }) }, 'x');
    expect(lines()[0]?.['err']).toEqual({
      name: 'TypeError',
      message: 'could not',
      stack: expect.stringContaining('log.test.ts') as unknown,
      cause: {
        name: 'Error',
        message: 'duplicate key',
        code: '23505',
        constraint: 'assets_tag',
        table: 'assets',
        stack: expect.any(String) as unknown,
      },
    });
  });

  it('says of an error that has no words of its own what it was made of', () => {
    const tried = ['::1', '127.0.0.1'].map((address) =>
      Object.assign(new Error(`connect ECONNREFUSED ${address}:5432`), { code: 'ECONNREFUSED' }),
    );
    log.error({ err: new AggregateError(tried, '') }, 'x');
    expect(lines()[0]?.['err']).toMatchObject({
      name: 'AggregateError',
      errors: [{ code: 'ECONNREFUSED' }, { message: 'connect ECONNREFUSED 127.0.0.1:5432' }],
    });
  });

  it('takes whatever is thrown', () => {
    for (const err of ['text', 7, null, undefined, { code: '23505' }, Symbol.iterator.toString()]) log.error({ err }, 'x');
    expect(lines()).toHaveLength(6);
  });

  it('does not run in circles, or out of bounds', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle['self'] = circle;
    const error = new Error('round') as Error & { cause?: unknown };
    error.cause = error;
    log.info({ circle, list: Array.from({ length: 10_000 }, (_, index) => index), bytes: Buffer.alloc(5000) }, 'x');
    log.error({ err: error }, 'x');
    expect(lines()).toHaveLength(2);
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain('[5000 bytes]');
  });
});
