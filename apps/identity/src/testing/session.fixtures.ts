import type { sessionRoutes } from '@psa/contracts-identity';
import type { Fixture, World } from '@psa/test-kit/derived';
import { settle } from './make.ts';
import { PASSWORD, withCsrf, withPassword } from './sign-in.fixtures.ts';

/** Signs the caller of a test in. @returns the session cookie as it is sent back */
export async function signedIn(world: World): Promise<string> {
  const { email } = await withPassword(world);
  return signInCookie(world, { email, password: PASSWORD });
}

/** The cookie of a sign-in by these fields. */
export async function signInCookie(world: World, fields: Readonly<Record<string, string>>): Promise<string> {
  const { body, headers } = withCsrf(fields);
  const answer = await world.api.as(null).post('/api/auth/callback/credentials', body, { headers });
  const [cookie = ''] = answer.headers.getSetCookie().filter((text) => text.startsWith('authjs.session-token='));
  return cookie.split(';', 1)[0] ?? '';
}

async function aSession(world: World): Promise<string> {
  await signedIn(world);
  const [row] = await world.service.sql<{ session_id: string }>('select session_id from auth_sessions where user_id = $1', [
    world.caller.userId,
  ]);
  return row?.session_id ?? '';
}

export const sessionFixtures: { readonly [K in keyof typeof sessionRoutes]: Fixture } = {
  getSession: async (world) => ({ headers: { cookie: await signedIn(world) } }),
  renewSession: async (world) => {
    const { body, headers } = withCsrf();
    return { body, headers: { ...headers, cookie: `${headers.cookie}; ${await signedIn(world)}` } };
  },
  validateToken: async (world) => ({ headers: { cookie: await signedIn(world) } }),
  listSessions: async (world) => {
    await signedIn(world);
    return {};
  },
  listAllSessions: async (world) => {
    await signedIn(world);
    return {};
  },
  revokeSessions: async ({ service, caller }) => {
    await settle(service, caller);
    return { body: {} };
  },
  revokeSession: async (world) => ({ params: { id: await aSession(world) } }),
};
