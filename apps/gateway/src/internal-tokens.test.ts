import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { principalVerifier } from '@psa/http-kit';
import { decodeJwt } from 'jose';
import { TestGateway } from './testing/test-gateway.ts';
import type { TestKey } from './testing/test-identity.ts';

describe('internal tokens', () => {
  let gateway: TestGateway;
  let key: TestKey;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  beforeEach(() => {
    key = gateway.identity.newKey({ permissions: ['asset:read', 'asset:update', 'asset:delete', 'client:read', 'user:read'] });
  });
  afterAll(() => gateway.stop());

  const tokenAt = async (path: string, as = key): Promise<string> => {
    await gateway.fetch(path, as);
    return gateway.upstream.requests.at(-1)?.headers.authorization ?? '';
  };
  const claimsAt = async (path: string) => decodeJwt((await tokenAt(path)).slice('Bearer '.length));

  it('are verified by the published key', async () => {
    const verify = principalVerifier('assets', new URL('/.well-known/jwks.json', gateway.running.url));
    const principal = await verify(await tokenAt('/api/v1/things'));
    expect(principal).toMatchObject({
      tenant: key.caller.tenant,
      userId: key.caller.user_id,
      userType: 'internal',
      credential: key.caller.credential,
      actor: { type: 'api_key' },
    });
  });

  it('are of no use at another service', async () => {
    const verify = principalVerifier('clients', new URL('/.well-known/jwks.json', gateway.running.url));
    await expect(verify(await tokenAt('/api/v1/things'))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('carry the permissions that the service asks about and the caller holds, and no others', async () => {
    expect((await claimsAt('/api/v1/things'))['permissions']).toBe('asset:read asset:update asset:delete');
    expect((await claimsAt('/api/v1/people'))['permissions']).toBe('client:read');
  });

  it('live for a minute', async () => {
    const { iat = 0, exp = 0, aud } = await claimsAt('/api/v1/things');
    expect(exp - iat).toBe(60);
    expect(aud).toBe('assets');
  });

  it('name the client of a client-portal user', async () => {
    const client_id = '11111111-1111-4111-8111-111111111111';
    key = gateway.identity.newKey({ user_type: 'client', client_id });
    expect(await claimsAt('/api/v1/things')).toMatchObject({ user_type: 'client', client_id });
  });

  it('are used again for 45 seconds, also when identity was asked anew meanwhile', async () => {
    const first = await tokenAt('/api/v1/things');
    for (let step = 0; step < 4; step++) {
      gateway.clock.forward(11_000);
      expect(await tokenAt('/api/v1/things')).toBe(first);
    }
    gateway.clock.forward(2_000);
    expect(await tokenAt('/api/v1/things')).not.toBe(first);
  });

  it('are minted once for requests at the same time', async () => {
    const from = gateway.upstream.requests.length;
    await Promise.all(Array.from({ length: 10 }, () => gateway.fetch('/api/v1/things', key)));
    expect(new Set(gateway.upstream.requests.slice(from).map(({ headers }) => headers.authorization)).size).toBe(1);
  });

  it('change with what the caller may do', async () => {
    const first = await tokenAt('/api/v1/things');
    (key.caller.permissions as string[]).length = 0;
    gateway.clock.forward(6_000);
    const next = await tokenAt('/api/v1/things');
    expect(next).not.toBe(first);
    expect(decodeJwt(next.slice('Bearer '.length))['permissions']).toBe('');
  });
});
