import { randomUUID } from 'node:crypto';
import type { signInRoutes } from '@psa/contracts-identity';
import { testSettings } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { CsrfTokens } from '../resources/authentication/auth/csrf-tokens.ts';
import { hashPassword } from '../resources/authentication/password/password-hash.ts';
import { settle } from './make.ts';

export const PASSWORD = 'a password of tests';
let hash: Promise<string> | undefined;

/** What a form of the session library's client brings along. */
export function withCsrf(body: Readonly<Record<string, string>> = {}) {
  const { token, cookie } = new CsrfTokens([testSettings.PSA_AUTH_SECRET]).issue();
  return {
    body: { csrfToken: token, ...body },
    headers: { cookie: `authjs.csrf-token=${encodeURIComponent(cookie)}`, 'x-auth-return-redirect': '1' },
  };
}

/** The caller of a test with an address and a password to sign in by. */
export async function withPassword({ service, caller }: World): Promise<{ email: string; password: string }> {
  await settle(service, caller);
  const email = `${randomUUID()}@example.com`;
  await service.sql('update users set email = $1, password_hash = $2 where user_id = $3', [
    email,
    await (hash ??= hashPassword(PASSWORD)),
    caller.userId,
  ]);
  return { email, password: PASSWORD };
}

const form: Fixture = () => withCsrf();
const noAction: Fixture = () => ({ params: { action: 'dance', provider: 'tango' } });

export const signInFixtures: { readonly [K in keyof typeof signInRoutes]: Fixture } = {
  getCsrfToken: () => ({}),
  listProviders: () => ({}),
  showSignIn: () => ({}),
  chooseSignIn: form,
  showSignInWith: () => ({ params: { provider: 'credentials' } }),
  startSignIn: () => ({ ...withCsrf(), params: { provider: 'credentials' } }),
  returnFromProvider: () => ({ params: { provider: 'credentials' } }),
  finishSignIn: async (world) => ({ ...withCsrf(await withPassword(world)), params: { provider: 'credentials' } }),
  showSignOut: () => ({}),
  signOut: form,
  showAuthError: () => ({}),
  showVerifyRequest: () => ({}),
  getWebAuthnOptions: () => ({}),
  getWebAuthnOptionsOf: () => ({ params: { provider: 'credentials' } }),
  refuseGet: noAction,
  refusePost: noAction,
  refusePut: noAction,
  refuseDelete: noAction,
  refuseGetOf: noAction,
  refusePostOf: noAction,
};
