import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { FakeClientDirectory } from '../../apps/identity/src/testing/fake-client-directory.ts';
import { CookieJar } from './cookie-jar.ts';
import { IdentityBehindGateways } from './identity-behind-gateways.ts';

const WITHIN_MS = 5_000;

/** Somebody with one role that lets them read users, signed in and with a key of their own. */
interface Somebody {
  readonly userId: string;
  readonly roleId: string;
  readonly keyId: string;
  /** What they are answered at each gateway: by session, by key. */
  statuses(): Promise<number[]>;
}

describe('what somebody is no longer allowed', () => {
  let stack: IdentityBehindGateways;
  let asAdmin: Record<string, string>;
  let permissionIds: string[];

  beforeAll(async () => {
    stack = await IdentityBehindGateways.start({
      gateways: 2,
      gatewaySettings: { PSA_RATE_LIMIT_BURST: '2000' },
      ports: { clients: new FakeClientDirectory() },
    });
    asAdmin = { 'x-api-key': (await stack.aTenant()).apiKey, 'content-type': 'application/json' };
    const { data } = (await (await fetch(`${stack.url}/api/v1/permissions?limit=100&resource=user`, { headers: asAdmin })).json()) as {
      data: { permission_id: string; resource: string; action: string; msp: boolean }[];
    };
    permissionIds = data
      .filter(({ resource, action, msp }) => resource === 'user' && action === 'read' && msp)
      .map(({ permission_id }) => permission_id);
  });
  afterAll(() => stack.stop());

  const admin = async (method: string, path: string, body?: object) => {
    const response = await fetch(stack.url + path, {
      method,
      headers: asAdmin,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.status === 204 ? {} : ((await response.json()) as { data: Record<string, string> }).data;
  };

  const somebody = async (): Promise<Somebody> => {
    const [tag, password] = [randomUUID().slice(0, 8), `Long enough ${randomUUID()}`];
    const { role_id: roleId = '' } = await admin('POST', '/api/v1/roles', { role_name: `Reader ${tag}`, permissions: permissionIds });
    const { user_id: userId = '' } = await admin('POST', '/api/v1/users', {
      username: `u-${tag}`,
      email: `${tag}@example.com`,
      password,
      role_ids: [roleId],
    });
    const { api_key_id: keyId = '', api_key: key = '' } = await admin('POST', '/api/v1/api-keys', { user_id: userId });
    const jar = new CookieJar();
    const { csrfToken } = (await (await jar.fetch(`${stack.url}/api/auth/csrf`)).json()) as { csrfToken: string };
    await jar.fetch(`${stack.url}/api/auth/callback/credentials`, {
      method: 'POST',
      body: new URLSearchParams({ email: `${tag}@example.com`, password, csrfToken }),
    });
    const statuses = async () =>
      (
        await Promise.all(
          stack.gateways.flatMap(({ url }) =>
            [
              ['cookie', jar.header],
              ['x-api-key', key],
            ].map(([name = '', value = '']) => fetch(`${url}/api/v1/users`, { headers: { [name]: value } })),
          ),
        )
      ).map(({ status }) => status);
    return { userId, roleId, keyId, statuses };
  };

  it.each<[string, number[], (who: Somebody) => Promise<unknown>]>([
    ['they are shut out', [401, 401, 401, 401], ({ userId }) => admin('PUT', `/api/v1/users/${userId}`, { is_inactive: true })],
    ['they are deleted', [401, 401, 401, 401], ({ userId }) => admin('DELETE', `/api/v1/users/${userId}`)],
    [
      'their role allows less',
      [403, 403, 403, 403],
      ({ roleId }) => admin('DELETE', `/api/v1/roles/${roleId}/permissions`, { permission_ids: permissionIds }),
    ],
    [
      'they have another role, by which their sessions end',
      [401, 403, 401, 403],
      async ({ userId }) => {
        const { role_id } = await admin('POST', '/api/v1/roles', { role_name: `Nothing ${randomUUID().slice(0, 8)}`, msp: true });
        await admin('PUT', `/api/v1/users/${userId}/roles`, { role_ids: [role_id] });
      },
    ],
    ['their key is revoked', [200, 401, 200, 401], ({ keyId }) => admin('DELETE', `/api/v1/api-keys/${keyId}`)],
  ])('is refused at two gateways within five seconds when %s', async (_, after, take) => {
    const who = await somebody();
    expect(await who.statuses()).toEqual([200, 200, 200, 200]);
    await take(who);
    const taken = performance.now();
    await eventually(async () => {
      expect(await who.statuses()).toEqual(after);
      return true;
    }, WITHIN_MS);
    expect(performance.now() - taken).toBeLessThan(WITHIN_MS);
  });
});
