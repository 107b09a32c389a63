import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { demandPermissions, INTERNAL_ISSUER, principalFrom, principalVerifier, type VerifyPrincipal } from './principal.ts';

const tenant = randomUUID();
const claims = {
  tenant,
  user_type: 'internal',
  permissions: 'asset:read asset:fly client:read',
  credential: { type: 'api_key', id: randomUUID() },
};

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

describe('the internal token', () => {
  let gateway: Pair;
  let stranger: Pair;
  let verify: VerifyPrincipal;

  beforeAll(async () => {
    [gateway, stranger] = await Promise.all([
      generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true }),
      generateKeyPair('EdDSA', { crv: 'Ed25519' }),
    ]);
    verify = principalVerifier('assets', async () => gateway.publicKey);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const token = (change: JWTPayload = {}, alg = 'EdDSA') =>
    new SignJWT({ sub: 'u-1', iss: INTERNAL_ISSUER, aud: 'assets', exp: inSeconds(60), ...claims, ...change }).setProtectedHeader({ alg });
  const signed = (change: JWTPayload = {}) => token(change).sign(gateway.privateKey);
  const check = async (text: string) => verify(`Bearer ${text}`);

  it('says who calls, for which tenant, with what rights, known ones only', async () => {
    const principal = await check(await signed());
    expect(principal).toMatchObject({
      tenant,
      userId: 'u-1',
      userType: 'internal',
      clientId: undefined,
      actor: { id: 'u-1', type: 'api_key' },
    });
    expect([...principal.permissions]).toEqual(['asset:read', 'client:read']);
  });

  it('of a session acts as its user', async () => {
    const principal = await check(await signed({ credential: { type: 'session', id: 's-1' }, user_type: 'client', client_id: tenant }));
    expect(principal).toMatchObject({ userType: 'client', clientId: tenant, actor: { id: 'u-1', type: 'user' } });
  });

  const refused: [string, () => string | Promise<string>][] = [
    ['for another service', () => signed({ aud: 'billing' })],
    ['for no service', () => signed({ aud: undefined })],
    ['of another issuer', () => signed({ iss: 'somebody' })],
    ['that has expired', () => signed({ exp: inSeconds(-1) })],
    ['that never expires', () => signed({ exp: undefined })],
    ['that is not valid yet', () => signed({ nbf: inSeconds(60) })],
    ['of a tenant that is none', () => signed({ tenant: "' or true" })],
    ['of no tenant', () => signed({ tenant: undefined })],
    ['without permissions', () => signed({ permissions: undefined })],
    ['of a user of an unknown kind', () => signed({ user_type: 'root' })],
    ['signed by somebody else', () => token().sign(stranger.privateKey)],
    [
      'signed by nobody',
      () => new UnsecuredJWT({ sub: 'u-1', iss: INTERNAL_ISSUER, aud: 'assets', exp: inSeconds(60), ...claims }).encode(),
    ],
    [
      'signed with the public key as a shared secret',
      async () => token({}, 'HS256').sign(new TextEncoder().encode(await exportSPKI(gateway.publicKey))),
    ],
    [
      'whose claims were changed, though it was remembered as it was',
      async () => {
        const original = await signed();
        await check(original);
        const [head, , signature] = original.split('.');
        return `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'u-2', iss: INTERNAL_ISSUER, aud: 'assets', exp: inSeconds(60) })).toString('base64url')}.${signature}`;
      },
    ],
    ['whose signature was changed', async () => (await signed()).replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'))],
    ['without its signature', async () => (await signed()).replace(/[^.]+$/, '')],
    ['that is none', () => 'abc'],
    ['that is empty', () => ''],
  ];
  it.each(refused)('%s is refused', async (_, make) => {
    await expect(check(await make())).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
  });

  it.each([undefined, '', 'Basic dTpw', 'Bearer', 'bearer x'])('is demanded: %p is none', (authorization) => {
    expect(() => verify(authorization)).toThrow('Internal token required');
  });

  it('is verified once and remembered, but not beyond its time', async () => {
    let asked = 0;
    const counting = principalVerifier('assets', async () => {
      asked++;
      return gateway.publicKey;
    });
    const authorization = `Bearer ${await signed()}`;
    const first = await counting(authorization);
    expect(counting(authorization)).toBe(first);
    expect(asked).toBe(1);
    jest.useFakeTimers({ now: Date.now() + 61_000, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    await expect(Promise.resolve(counting(authorization))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('is not remembered when it was refused', async () => {
    let key = stranger.publicKey;
    const turning = principalVerifier('assets', async () => key);
    const authorization = `Bearer ${await signed()}`;
    await expect(Promise.resolve(turning(authorization))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    key = gateway.publicKey;
    await expect(Promise.resolve(turning(authorization))).resolves.toMatchObject({ userId: 'u-1' });
  });
});

describe("the gateway's key set", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.close();
  });

  /** Serves answers in turn, the last one again and again. */
  async function keySet(...answers: { status: number; body: string }[]): Promise<URL> {
    server = createServer((_, response) => {
      const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) as { status: number; body: string };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new URL(`http://127.0.0.1:${(server.address() as { port: number }).port}/jwks`);
  }

  async function keyPair(kid: string): Promise<{ jwk: JWK; authorization: string }> {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const text = await new SignJWT({ sub: 'u-1', iss: INTERNAL_ISSUER, aud: 'assets', exp: inSeconds(60), ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .sign(privateKey);
    return { jwk: { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' }, authorization: `Bearer ${text}` };
  }

  it('is fetched when needed', async () => {
    const { jwk, authorization } = await keyPair('k1');
    const verify = principalVerifier('assets', await keySet({ status: 200, body: JSON.stringify({ keys: [jwk] }) }));
    await expect(Promise.resolve(verify(authorization))).resolves.toMatchObject({ userId: 'u-1' });
  });

  it('that does not know the key refuses the token', async () => {
    const [known, unknown] = await Promise.all([keyPair('k1'), keyPair('k2')]);
    const verify = principalVerifier('assets', await keySet({ status: 200, body: JSON.stringify({ keys: [known.jwk] }) }));
    await expect(Promise.resolve(verify(unknown.authorization))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each([
    ['fails', { status: 500, body: '{}' }],
    ['is no JSON', { status: 200, body: '<html>' }],
    ['is no key set', { status: 200, body: '{"keys":7}' }],
  ])('that %s is an outage, not a reason to refuse the caller', async (_, answer) => {
    const { authorization } = await keyPair('k1');
    const verify = principalVerifier('assets', await keySet(answer));
    await expect(Promise.resolve(verify(authorization))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '1' },
    });
  });

  it('that is not there is an outage, and works again when it is back', async () => {
    const { jwk, authorization } = await keyPair('k1');
    const url = await keySet({ status: 503, body: '' }, { status: 200, body: JSON.stringify({ keys: [jwk] }) });
    const verify = principalVerifier('assets', url);
    await expect(Promise.resolve(verify(authorization))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(Promise.resolve(verify(authorization))).resolves.toMatchObject({ userId: 'u-1' });
    server?.close();
    server?.closeAllConnections();
    const later = principalVerifier('assets', url);
    await expect(Promise.resolve(later(authorization))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('permissions', () => {
  const principal = principalFrom({ sub: 'u-1', exp: 0, ...claims, user_type: 'internal', credential: { type: 'api_key', id: 'k' } });

  it('are all demanded, and the first that is missing is named', () => {
    expect(() => demandPermissions(principal, [])).not.toThrow();
    expect(() => demandPermissions(principal, ['asset:read', 'client:read'])).not.toThrow();
    expect(() => demandPermissions(principal, ['asset:read', 'asset:delete', 'role:update'])).toThrow(
      'Permission denied: Cannot delete asset',
    );
  });
});

function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
