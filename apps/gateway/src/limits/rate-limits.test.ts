import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeApiKey } from '@psa/contracts-identity';
import { eventually } from '@psa/test-kit';
import { TestGateway } from '../testing/test-gateway.ts';
import type { TestKey } from '../testing/test-identity.ts';

describe('rate limits', () => {
  let gateway: TestGateway;
  const settings = {
    PSA_RATE_LIMIT_BURST: '5',
    PSA_RATE_LIMIT_PER_MINUTE: '60',
    PSA_TENANT_RATE_LIMIT_BURST: '8',
    PSA_TENANT_RATE_LIMIT_PER_MINUTE: '120',
    PSA_TRUSTED_PROXIES: '127.0.0.1',
  };
  beforeAll(async () => {
    gateway = await TestGateway.start({ settings });
    gateway.clock.stop();
  });
  afterAll(() => gateway.stop());

  const statuses = async (key: TestKey, times: number) => {
    const seen: number[] = [];
    for (let index = 0; index < times; index++) seen.push((await gateway.fetch('/api/v1/people', key)).status);
    return seen;
  };

  it('tell every caller what is left', async () => {
    const { headers } = await gateway.fetch('/api/v1/people', gateway.identity.newKey());
    expect(Object.fromEntries(headers)).toMatchObject({
      'ratelimit-policy': '"key";q=5;w=5, "tenant";q=8;w=4',
      ratelimit: '"key";r=4;t=1, "tenant";r=7;t=1',
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
    });
    expect(headers.get('x-ratelimit-reset')).toBeNull();
  });

  it('tell it with errors of the gateway as well', async () => {
    const response = await gateway.fetch('/api/v1/people', gateway.identity.newKey(), { method: 'POST', body: 'x'.repeat(3_000) });
    expect(response.status).toBe(413);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('4');
  });

  it('answer 429 with the time to come back at', async () => {
    const key = gateway.identity.newKey();
    expect(await statuses(key, 5)).toEqual(Array(5).fill(200));
    const before = gateway.upstream.requests.length;
    const response = await gateway.fetch('/api/v1/things', key);
    expect(response.status).toBe(429);
    expect(gateway.upstream.requests).toHaveLength(before);
    expect(Number(response.headers.get('retry-after'))).toBe(1);
    expect(Date.parse(response.headers.get('x-ratelimit-reset') ?? '')).toBeGreaterThan(gateway.clock.now());
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    const { error } = (await response.json()) as { error: { details: { retry_after_ms: number } } };
    expect(error).toMatchObject({ code: 'RATE_LIMITED', message: 'Too many requests', details: { remaining: 0 } });
    gateway.clock.forward(error.details.retry_after_ms);
    expect(await statuses(key, 1)).toEqual([200]);
  });

  it('hold for all keys of a tenant together, and leave other tenants alone', async () => {
    const tenant = randomUUID();
    const [first, second] = [gateway.identity.newKey({ tenant }), gateway.identity.newKey({ tenant })];
    expect(await statuses(first, 5)).toEqual(Array(5).fill(200));
    expect(await statuses(second, 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses(gateway.identity.newKey(), 1)).toEqual([200]);
  });

  it("do not let one key's refused requests use up its tenant's", async () => {
    const tenant = randomUUID();
    const [first, second] = [gateway.identity.newKey({ tenant }), gateway.identity.newKey({ tenant })];
    await statuses(first, 20);
    expect(await statuses(second, 2)).toEqual([200, 200]);
  });

  it('are what identity says of the key and of the tenant, where it says anything', async () => {
    const key = gateway.identity.newKey({
      key_rate_limit: { max_tokens: 2, refill_per_min: 1 },
      tenant_rate_limit: { max_tokens: 9, refill_per_min: 9 },
    });
    const { headers } = await gateway.fetch('/api/v1/people', key);
    expect(headers.get('ratelimit-policy')).toBe('"key";q=2;w=120, "tenant";q=9;w=60');
    expect(await statuses(key, 2)).toEqual([200, 429]);
  });

  it('never ask a caller to wait for more than an hour', async () => {
    const key = gateway.identity.newKey({
      key_rate_limit: { max_tokens: 1, refill_per_min: 1 },
      tenant_rate_limit: { max_tokens: 1, refill_per_min: 1 },
    });
    await statuses(key, 1);
    const retryAfter = Number((await gateway.fetch('/api/v1/people', key)).headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
  });

  describe('at two gateways', () => {
    const limit = { max_tokens: 120, refill_per_min: 60 };
    let other: TestGateway;
    beforeAll(async () => {
      other = await TestGateway.start({ settings, beside: gateway });
      other.clock.stop();
      // They have heard of each other when what is spent at one shows at the other.
      await eventually(async () => {
        const key = gateway.identity.newKey();
        await gateway.fetch('/api/v1/people', key);
        return (await other.fetch('/api/v1/people', key)).headers.get('x-ratelimit-remaining') === '3';
      });
    });
    afterAll(() => other.stop());

    const admitted = async (key: TestKey, times: number, connections: number) => {
      let count = 0;
      let left = times;
      await Promise.all(
        Array.from({ length: connections }, async (_, index) => {
          while (left-- > 0) if ((await (index % 2 === 0 ? gateway : other).fetch('/api/v1/people', key)).status === 200) count++;
        }),
      );
      return count;
    };

    it.each([2, 16])('hold within a tenth for a key that hurries at both over %i connections', async (connections) => {
      const key = gateway.identity.newKey({ key_rate_limit: limit, tenant_rate_limit: { max_tokens: 10_000, refill_per_min: 10_000 } });
      const count = await admitted(key, 400, connections);
      expect(count).toBeGreaterThanOrEqual(limit.max_tokens);
      expect(count).toBeLessThanOrEqual(limit.max_tokens * 1.1);
    });

    it('hold for a tenant whose keys call different ones', async () => {
      const tenant = randomUUID();
      const few = { max_tokens: 1_000, refill_per_min: 1_000 };
      const keys = [1, 2].map(() =>
        gateway.identity.newKey({ tenant, key_rate_limit: few, tenant_rate_limit: { max_tokens: 100, refill_per_min: 1 } }),
      );
      const counts = await Promise.all(
        [gateway, other].map(async (one, index) => {
          let count = 0;
          for (let request = 0; request < 100; request++)
            if ((await one.fetch('/api/v1/people', keys[index] as TestKey)).status === 200) count++;
          return count;
        }),
      );
      expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBeGreaterThanOrEqual(100);
      expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBeLessThanOrEqual(110);
    });

    it('are made up for by what was let through too many', async () => {
      const key = gateway.identity.newKey({
        key_rate_limit: { max_tokens: 10, refill_per_min: 60 },
        tenant_rate_limit: { max_tokens: 1_000, refill_per_min: 1_000 },
      });
      const [here, there] = await Promise.all(
        [gateway, other].map((one) => Promise.all(Array.from({ length: 10 }, async () => (await one.fetch('/api/v1/people', key)).status))),
      );
      const over = [...(here ?? []), ...(there ?? [])].filter((status) => status === 200).length - 10;
      const { headers } = await gateway.fetch('/api/v1/people', key);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(Math.max(1, over));
    });
  });

  describe('of an address', () => {
    const tried = async (address: string, key = makeApiKey().text) =>
      (await gateway.fetch('/api/v1/people', null, { headers: { 'x-api-key': key, 'x-forwarded-for': address } })).status;

    it('end the guessing of keys, and let a known key through', async () => {
      const known = gateway.identity.newKey({ key_rate_limit: { max_tokens: 100, refill_per_min: 100 } });
      expect(await tried('203.0.113.1', known.text)).toBe(200);
      // Side by side: the bucket fills again while a slow machine asks one after the other.
      const guesses = await Promise.all(Array.from({ length: 40 }, () => tried('203.0.113.1')));
      expect(guesses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(25);
      const { asked } = gateway.identity;
      expect(await tried('203.0.113.1')).toBe(429);
      expect(gateway.identity.asked).toBe(asked);
      expect(await tried('203.0.113.1', known.text)).toBe(200);
      expect(await tried('203.0.113.2')).toBe(401);
    });

    it('do not hold for a key that was right before, however long it was silent', async () => {
      const idle = gateway.identity.newKey();
      expect(await tried('203.0.113.4', idle.text)).toBe(200);
      gateway.clock.forward(10 * 60_000);
      await Promise.all(Array.from({ length: 60 }, () => tried('203.0.113.4')));
      expect(await tried('203.0.113.4')).toBe(429);
      expect(await tried('203.0.113.4', idle.text)).toBe(200);
    });

    it('are not used up by requests without a credential', async () => {
      const anonymous = async () => (await gateway.fetch('/api/v1/people', null, { headers: { 'x-forwarded-for': '203.0.113.5' } })).status;
      expect(new Set(await Promise.all(Array.from({ length: 60 }, anonymous)))).toEqual(new Set([401]));
      expect(await tried('203.0.113.5', gateway.identity.newKey().text)).toBe(200);
    });

    it('end the guessing of passwords on routes that check credentials of their own', async () => {
      const usual = gateway.upstream.answer;
      gateway.upstream.answer = (_request, response) => {
        response.writeHead(401);
        response.end();
      };
      const signIn = async () =>
        (await gateway.fetch('/api/sign-in', null, { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.3' } })).status;
      for (let index = 0; index < 25; index++) expect(await signIn()).toBe(401);
      expect(await signIn()).toBe(429);
      gateway.upstream.answer = usual;
    });

    it('count the addresses of one IPv6 subscriber together', async () => {
      await Promise.all(Array.from({ length: 40 }, (_, index) => tried(`2001:db8:1:2::${index + 1}`)));
      expect(await tried('2001:db8:1:2:ffff::1')).toBe(429);
      expect(await tried('2001:db8:1:3::1')).toBe(401);
    });
  });
});
