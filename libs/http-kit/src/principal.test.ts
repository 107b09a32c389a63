import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mock } from 'node:test';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { nothing, type PermissionName, type RouteSpec, routes } from '@psa/contract-kit';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import {
  assertMayCall,
  demandPermissions,
  INTERNAL_ISSUER,
  type Principal,
  principalFrom,
  principalOf,
  principalVerifier,
  type VerifyPrincipal,
} from './principal.ts';

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
    mock.timers.reset();
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

  it.each(['permissions', 'use'])('of a key says that it is restricted in its %s', async (restricted) => {
    const credential = { type: 'api_key', id: 'k', restricted };
    expect(await check(await signed({ credential }))).toMatchObject({ credential });
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
    ['of a key restricted in another way', () => signed({ credential: { type: 'api_key', id: 'k', restricted: 'days' } })],
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
    await expect(check(await make())).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401, message: 'Invalid internal token' });
  });

  it.each([undefined, '', 'Basic dTpw', 'Bearer', 'bearer x'])('is demanded: %p is none', (authorization) => {
    expect(() => verify(authorization)).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED', message: 'Internal token required' }));
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
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
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

  it('is fetched again for a token by a key published since', async () => {
    const [old, fresh] = await Promise.all([keyPair('k1'), keyPair('k2')]);
    const url = await keySet(
      { status: 200, body: JSON.stringify({ keys: [old.jwk] }) },
      { status: 200, body: JSON.stringify({ keys: [old.jwk, fresh.jwk] }) },
    );
    const verify = principalVerifier('assets', url);
    await expect(Promise.resolve(verify(old.authorization))).resolves.toMatchObject({ userId: 'u-1' });
    await expect(Promise.resolve(verify(fresh.authorization))).resolves.toMatchObject({ userId: 'u-1' });
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

describe('a caller', () => {
  const identified = {
    tenant,
    user_id: 'u-1',
    client_id: null,
    credential: { type: 'session', id: 's-1' },
    permissions: ['asset:read', 'ticket:read', 'asset:fly'],
  } as const;

  it('of the MSP holds every permission there is, of those granted', () => {
    const { permissions, clientId } = principalOf({ ...identified, user_type: 'internal' });
    expect([[...permissions], clientId]).toEqual([['asset:read', 'ticket:read'], undefined]);
  });

  it('of the client portal holds only what people there can hold, whatever is granted', () => {
    const { permissions, clientId } = principalOf({ ...identified, user_type: 'client', client_id: 'c-1' });
    expect([[...permissions], clientId]).toEqual([['ticket:read'], 'c-1']);
  });
});

describe('a route', () => {
  const route = (
    permission: RouteSpec['permission'],
    given: Partial<Pick<RouteSpec, 'method' | 'mayUse' | 'staffOnly' | 'sessionOnly'>> = {},
  ) =>
    routes(
      { service: 'assets', form: 'data', tag: 'Assets' },
      { only: { method: 'post', path: '/api/v1/things', permission, summary: 'Do', reply: nothing(), ...given } },
    ).only;
  type Caller = Pick<Principal, 'userType' | 'credential'> & { permissions: PermissionName[] };
  const attempt = (given: Partial<Caller>, ...wanted: Parameters<typeof route>) => {
    const caller: Caller = { userType: 'internal', credential: { type: 'session', id: 's-1' }, permissions: [], ...given };
    const principal = principalOf({
      tenant,
      user_id: 'u-1',
      client_id: undefined,
      user_type: caller.userType,
      credential: caller.credential,
      permissions: caller.permissions,
    });
    try {
      assertMayCall(principal, route(...wanted));
      return 'allowed';
    } catch (error) {
      const { code, message } = error as { code: string; message: string };
      return `${code}: ${message}`;
    }
  };
  const [KEY, CONFINED, BOUND] = [
    { type: 'api_key', id: 'k' },
    { type: 'api_key', id: 'k', restricted: 'permissions' },
    { type: 'api_key', id: 'k', restricted: 'use' },
  ] as const;
  const CONFINED_REFUSAL = 'FORBIDDEN: Permission denied: this API key is restricted to some permissions';

  it.each<[string, Partial<Caller>, Parameters<typeof route>, string]>([
    ['the permission it asks for', { permissions: ['asset:read'] }, ['asset:read'], 'allowed'],
    ['another permission', { permissions: ['asset:update'] }, ['asset:read'], 'FORBIDDEN: Permission denied: Cannot read asset'],
    [
      'one of two permissions',
      { permissions: ['asset:read'] },
      [['asset:read', 'ticket:update']],
      'FORBIDDEN: Permission denied: Cannot update ticket',
    ],
    ['no permission where none is asked for', {}, ['session'], 'allowed'],
  ])('asks for its permissions: to a caller with %s', (_, caller, wanted, outcome) => {
    expect(attempt(caller, ...wanted)).toBe(outcome);
  });

  it.each<[string, Partial<Caller>, Parameters<typeof route>, string]>([
    ['staff, on one for staff', {}, ['session', { staffOnly: true }], 'allowed'],
    [
      'people of a client, on one for staff',
      { userType: 'client', permissions: ['ticket:read'] },
      ['ticket:read', { staffOnly: true }],
      'FORBIDDEN: Permission denied: this is for staff only',
    ],
    ['people of a client, on one for everybody', { userType: 'client', permissions: ['ticket:read'] }, ['ticket:read'], 'allowed'],
    ['a session, on one for sessions', {}, ['session', { sessionOnly: true }], 'allowed'],
    [
      'an API key, on one for sessions',
      { credential: KEY },
      ['session', { sessionOnly: true }],
      'UNAUTHORIZED: Sign in to do this: an API key alone does not suffice',
    ],
    ['an API key, on one for both', { credential: KEY }, ['session'], 'allowed'],
  ])('is for those it says: %s', (_, caller, wanted, outcome) => {
    expect(attempt(caller, ...wanted)).toBe(outcome);
  });

  it.each<[string, Partial<Caller>, Parameters<typeof route>, string]>([
    ['that asks for a permission the key holds', { permissions: ['asset:read'] }, ['asset:read'], 'allowed'],
    ['that only reads', {}, ['session', { method: 'get' }], 'allowed'],
    ['that changes something', {}, ['session'], CONFINED_REFUSAL],
    ['that can use a permission it holds', { permissions: ['tag:read'] }, ['session', { mayUse: ['asset:read', 'tag:read'] }], 'allowed'],
    [
      'that can only use others, even for reading',
      { permissions: ['client:read'] },
      ['session', { method: 'get', mayUse: ['asset:read', 'tag:read'] }],
      `${CONFINED_REFUSAL}: it lacks asset:read or tag:read`,
    ],
    [
      'that can use many, of which three are named',
      {},
      ['session', { mayUse: ['asset:read', 'tag:read', 'team:read', 'user:read'] }],
      `${CONFINED_REFUSAL}: it lacks asset:read or tag:read or team:read`,
    ],
  ])('takes a key confined to permissions: one %s', (_, caller, wanted, outcome) => {
    expect(attempt({ credential: CONFINED, ...caller }, ...wanted)).toBe(outcome);
  });

  it('takes a key that is only bound to networks like any other', () => {
    expect(attempt({ credential: BOUND }, 'session')).toBe('allowed');
  });
});

function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
