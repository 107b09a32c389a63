import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ApiKeyParts, type AuthenticatedCaller, makeApiKey } from '@psa/contracts-identity';
import { CallerCache } from './caller-cache.ts';

const TENANT = '5b0c7b0e-0000-4000-8000-000000000001';

const aCaller = (given: Partial<AuthenticatedCaller> = {}): AuthenticatedCaller => ({
  tenant: TENANT,
  user_id: 'u',
  user_type: 'internal',
  client_id: null,
  credential: { type: 'api_key', id: 'k' },
  permissions: ['asset:read'],
  key_rate_limit: null,
  tenant_rate_limit: null,
  expires_at: null,
  single_use: false,
  ...given,
});

describe('the caller cache', () => {
  let now: number;
  let key: ApiKeyParts;
  let asked: number;
  let answer: () => Promise<AuthenticatedCaller | null>;
  let cache: CallerCache<ApiKeyParts>;

  beforeEach(() => {
    now = 1_000_000;
    key = makeApiKey();
    asked = 0;
    answer = async () => aCaller();
    cache = new CallerCache(
      () => {
        asked++;
        return answer();
      },
      () => now,
    );
  });

  const known = (one: ApiKeyParts) => cache.known(one.hash, () => one);
  const settled = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });

  it('knows nobody before it has asked', () => {
    expect(known(key)).toBeUndefined();
  });

  it('uses an answer for three seconds without a further question', async () => {
    await cache.find(key, undefined);
    now += 2_999;
    expect(known(key)).toEqual(aCaller());
    expect(asked).toBe(1);
  });

  it('then still uses it, and asks once in the background', async () => {
    await cache.find(key, undefined);
    now += 3_000;
    expect(known(key)).toEqual(aCaller());
    expect(known(key)).toEqual(aCaller());
    expect(asked).toBe(2);
    await settled();
    now += 2_999;
    expect(known(key)).toEqual(aCaller());
    expect(asked).toBe(2);
  });

  it('refuses from the moment the background question says so', async () => {
    await cache.find(key, undefined);
    answer = async () => null;
    now += 3_000;
    expect(known(key)).toEqual(aCaller());
    await settled();
    expect(known(key)).toBeNull();
  });

  it('never uses an answer to a question that is five seconds old', async () => {
    await cache.find(key, undefined);
    answer = () => new Promise(() => {});
    now += 4_999;
    expect(known(key)).toEqual(aCaller());
    now += 1;
    expect(known(key)).toBeUndefined();
  });

  it('counts the age from the question, not from the answer', async () => {
    let release = (_caller: AuthenticatedCaller) => {};
    answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const found = cache.find(key, undefined);
    now += 4_000;
    release(aCaller());
    await found;
    now += 1_000;
    expect(known(key)).toBeUndefined();
  });

  it('remembers a refusal for two seconds', async () => {
    answer = async () => null;
    await cache.find(key, undefined);
    now += 1_999;
    expect(known(key)).toBeNull();
    now += 1;
    expect(known(key)).toBeUndefined();
  });

  it('does not take a refusal for one tenant for a refusal', async () => {
    answer = async () => null;
    await cache.find(key, 'another tenant');
    expect(known(key)).toBeUndefined();
  });

  it('does not remember that identity failed to answer', async () => {
    answer = async () => {
      throw new Error('silence');
    };
    await expect(cache.find(key, undefined)).rejects.toThrow('silence');
    expect(known(key)).toBeUndefined();
    answer = async () => aCaller();
    await expect(cache.find(key, undefined)).resolves.toEqual(aCaller());
  });

  it('shares one question among the requests that wait for it', async () => {
    await Promise.all(Array.from({ length: 20 }, () => cache.find(key, undefined)));
    expect(asked).toBe(1);
  });

  it('asks for each request with a key that counts its uses, and keeps no answer', async () => {
    answer = async () => aCaller({ single_use: true });
    await Promise.all(Array.from({ length: 5 }, () => cache.find(key, undefined)));
    expect(asked).toBe(5);
    expect(known(key)).toBeUndefined();
  });

  it('refuses a key at the moment it expires', async () => {
    answer = async () => aCaller({ expires_at: new Date(now + 1_000).toISOString() });
    await cache.find(key, undefined);
    now += 999;
    expect(known(key)).not.toBeNull();
    now += 1;
    expect(known(key)).toBeNull();
  });

  it('keeps the object of a caller that has not changed, and replaces it when it has', async () => {
    const first = await cache.find(key, undefined);
    expect(await cache.find(key, undefined)).toBe(first);
    answer = async () => aCaller({ permissions: [] });
    expect(await cache.find(key, undefined)).not.toBe(first);
  });

  it('forgets the callers it is told to, and every refusal', async () => {
    const refused = makeApiKey();
    await cache.find(key, undefined);
    answer = async () => null;
    await cache.find(refused, undefined);
    cache.forget(({ user_id }) => user_id === 'somebody else');
    expect(known(key)).toEqual(aCaller());
    expect(known(refused)).toBeUndefined();
    cache.forget(({ user_id }) => user_id === 'u');
    expect(known(key)).toBeUndefined();
  });

  it('does not keep an answer that was under way while callers were forgotten, nor lets others wait for it', async () => {
    let release = (_caller: AuthenticatedCaller) => {};
    answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const found = cache.find(key, undefined);
    cache.forget(() => false);
    answer = async () => null;
    const after = cache.find(key, undefined);
    release(aCaller());
    await expect(found).resolves.toEqual(aCaller());
    await expect(after).resolves.toBeNull();
    expect(known(key)).toBeNull();
  });
});
