import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestGateway } from '../testing/test-gateway.ts';

const PORTAL = 'https://portal.example.com';

describe('cross-origin access', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start({
      settings: { PSA_CORS_ORIGINS: `${PORTAL}, http://localhost:5173`, PSA_TRUSTED_PROXIES: '127.0.0.1' },
    });
  });
  afterAll(() => gateway.stop());

  const preflight = (origin: string) =>
    gateway.fetch('/api/v1/people', null, { method: 'OPTIONS', headers: { origin: origin, 'access-control-request-method': 'POST' } });

  it('is granted to an origin on the list', async () => {
    const { status, headers } = await preflight(PORTAL);
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      allow: 'GET, POST, HEAD, OPTIONS',
      'access-control-allow-origin': PORTAL,
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '86400',
      vary: 'Origin',
    });
    expect(headers.get('access-control-allow-headers')).toContain('X-API-Key');
  });

  it('is granted for answers and for errors alike', async () => {
    for (const key of [gateway.identity.newKey(), null]) {
      const { headers } = await gateway.fetch('/api/v1/people', key, { headers: { origin: PORTAL } });
      expect(headers.get('access-control-allow-origin')).toBe(PORTAL);
      expect(headers.get('access-control-expose-headers')).toContain('ETag');
    }
  });

  it.each(['https://evil.example.com', 'https://portal.example.com.evil.com', 'null'])('is not granted to %s', async (origin) => {
    for (const { headers } of [
      await preflight(origin),
      await gateway.fetch('/api/v1/people', gateway.identity.newKey(), { headers: { origin } }),
    ]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-methods')).toBeNull();
      expect(headers.get('vary')).toBe('Origin');
    }
  });

  it('leaves OPTIONS what it is without a browser: the methods of a path', async () => {
    const { status, headers } = await gateway.fetch('/api/v1/people', null, { method: 'OPTIONS' });
    expect([status, headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  });

  it('tells browsers to stay with HTTPS, once they came that way', async () => {
    const { headers } = await gateway.fetch('/api/v1/people', null, {
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' },
    });
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  });
});
