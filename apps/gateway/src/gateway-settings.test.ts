import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readSettings, redactSettings } from '@psa/service-kit';
import { calculateJwkThumbprint } from 'jose';
import { routes } from '@psa/contracts-product';
import { OWN_SERVICE } from './own-service.ts';
import { serviceNames } from '@psa/contracts-product';
import { gatewaySettings } from './gateway-settings.ts';
import { rateLimitDefaults } from './limits/default-limits.ts';

const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const least = {
  PSA_NATS_URL: 'nats://localhost:4222',
  ...Object.fromEntries(serviceNames.map((name) => [`PSA_${name.toUpperCase()}_URL`, `http://${name}`])),
  PSA_TOKEN_SIGNING_KEY: JSON.stringify(jwk),
};
const read = (more: Record<string, string> = {}) => readSettings(gatewaySettings, { ...least, ...more });

describe('the settings', () => {
  it('need the services, the broker and the key, and name all that is missing at once', () => {
    expect(() => readSettings(gatewaySettings, {})).toThrow(
      /PSA_IDENTITY_URL[^]*PSA_CLIENTS_URL[^]*PSA_ASSETS_URL[^]*PSA_TOKEN_SIGNING_KEY/,
    );
  });

  it('have an address for the service of every route', () => {
    expect(
      [...new Set(routes.map(({ service }) => service))].filter(
        (service) => service !== OWN_SERVICE && !serviceNames.includes(service as never),
      ),
    ).toEqual([]);
  });

  it("allow a key's limit by default, and ten times that to a tenant", () => {
    expect(rateLimitDefaults(read())).toEqual({ key: { burst: 120, perMinute: 60 }, tenant: { burst: 1200, perMinute: 600 } });
    const { tenant } = rateLimitDefaults(read({ PSA_RATE_LIMIT_BURST: '7', PSA_TENANT_RATE_LIMIT_PER_MINUTE: '9' }));
    expect(tenant).toEqual({ burst: 70, perMinute: 9 });
  });

  it('name a key without a name by its thumbprint', async () => {
    expect(read().PSA_TOKEN_SIGNING_KEY[0].kid).toBe(await calculateJwkThumbprint(jwk));
    expect(read({ PSA_TOKEN_SIGNING_KEY: JSON.stringify({ ...jwk, kid: 'mine' }) }).PSA_TOKEN_SIGNING_KEY[0].kid).toBe('mine');
  });

  it('take several keys, of which the first signs', () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    const keys = read({ PSA_TOKEN_SIGNING_KEY: JSON.stringify({ keys: [other, jwk] }) }).PSA_TOKEN_SIGNING_KEY;
    expect(keys.map(({ x }) => x)).toEqual([other.x, jwk.x]);
  });

  it.each<[string, Record<string, string>]>([
    ['a key that is no JWK', { PSA_TOKEN_SIGNING_KEY: 'secret' }],
    ['no key at all', { PSA_TOKEN_SIGNING_KEY: '{"keys":[]}' }],
    ['a public key among several', { PSA_TOKEN_SIGNING_KEY: JSON.stringify({ keys: [jwk, { ...jwk, d: undefined }] }) }],
    ['a public key', { PSA_TOKEN_SIGNING_KEY: JSON.stringify({ ...jwk, d: undefined }) }],
    ['an origin with a path', { PSA_CORS_ORIGINS: 'https://a.example/b' }],
    ['any origin', { PSA_CORS_ORIGINS: '*' }],
    ['a proxy by name', { PSA_TRUSTED_PROXIES: 'proxy.local' }],
    ['a network too wide to write', { PSA_TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['no limit', { PSA_RATE_LIMIT_BURST: '0' }],
  ])('refuse %s', (_what, fault) => {
    expect(() => read(fault)).toThrow(Object.keys(fault)[0]);
  });

  it('print without the key', () => {
    expect(JSON.stringify(redactSettings(gatewaySettings, read()))).not.toContain(jwk.d);
  });
});
