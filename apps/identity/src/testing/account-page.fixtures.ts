import type { accountPageRoutes } from '@psa/contracts-identity';
import type { Fixture, RouteRequest, World } from '@psa/test-kit/derived';
import { linkedAccount } from './oauth.fixtures.ts';
import { addedPasskey, madePasskey } from './passkey.fixtures.ts';
import { signedIn, signInCookie } from './session.fixtures.ts';
import { PASSWORD, withCsrf, withPassword } from './sign-in.fixtures.ts';
import { enabledTwoFactor, TOTP_SECRET, totp, trustedDevice } from './two-factor.fixtures.ts';

/** Providers of the service under test; none of them can be reached. */
export const UNREACHABLE_PROVIDERS = JSON.stringify([{ id: 'gone', name: 'Gone', issuer: 'http://localhost:1', client_id: 'psa' }]);

/** A form of a browser that has this session cookie. */
function formOf(session: string, fields: Readonly<Record<string, string>> = {}): RouteRequest {
  const { body, headers } = withCsrf(fields);
  return { body, headers: { cookie: `${headers.cookie}; ${session}` } };
}

const form =
  (fields: Readonly<Record<string, string>> = {}): Fixture =>
  async (world) =>
    formOf(await signedIn(world), fields);

const page: Fixture = async (world) => ({ headers: { cookie: await signedIn(world) } });

/** A form about one thing the user has. */
const formAbout =
  (thing: (world: World) => Promise<string>, fields: Readonly<Record<string, string>> = {}): Fixture =>
  async (world) => {
    const session = await signedIn(world);
    return { ...formOf(session, fields), params: { id: await thing(world) } };
  };

/** Signed in with the second factor on. */
async function withSecondFactor(world: World): Promise<{ session: string; recoveryCodes: string[] }> {
  const { email } = await withPassword(world);
  const recoveryCodes = await enabledTwoFactor(world);
  return { session: await signInCookie(world, { email, password: PASSWORD, twoFactorCode: totp(1) }), recoveryCodes };
}

async function createdKey({ api }: World): Promise<string> {
  const { body } = await api.post('/api/v1/api-keys', { description: 'Test' });
  return body.data.api_key_id as string;
}

async function ownSession({ service, caller }: World): Promise<string> {
  const [row] = await service.sql<{ session_id: string }>('select session_id from auth_sessions where user_id = $1', [caller.userId]);
  return row?.session_id ?? '';
}

export const accountPageFixtures: { readonly [K in keyof typeof accountPageRoutes]: Fixture } = {
  showAccount: page,
  createAccountApiKey: form({ description: 'Deployment', expires_in: '90', scope: 'all' }),
  revokeAccountApiKey: formAbout(createdKey),
  endAccountSession: formAbout(ownSession),
  endOtherAccountSessions: form(),
  showTwoFactorSetup: page,
  enableAccountTwoFactor: async (world) => formOf(await signedIn(world), { secret: TOTP_SECRET, token: totp() }),
  disableAccountTwoFactor: async (world) => formOf((await withSecondFactor(world)).session, { password: PASSWORD }),
  renewAccountRecoveryCodes: async (world) => {
    const { session, recoveryCodes } = await withSecondFactor(world);
    return formOf(session, { token: recoveryCodes[0] ?? '' });
  },
  forgetAccountDevices: form(),
  forgetAccountDevice: async (world) => {
    const { session } = await withSecondFactor(world);
    return { ...formOf(session), params: { id: await trustedDevice(world) } };
  },
  startAccountPasskey: form({ password: PASSWORD }),
  createAccountPasskey: async (world) => {
    const session = await signedIn(world);
    const { name, challenge_token, response } = await madePasskey(world, { password: PASSWORD });
    return formOf(session, { name, challenge_token, response: JSON.stringify(response) });
  },
  renameAccountPasskey: formAbout((world) => addedPasskey(world, { password: PASSWORD }), { name: 'Telephone' }),
  removeAccountPasskey: formAbout((world) => addedPasskey(world, { password: PASSWORD })),
  connectAccount: async (world) => ({ ...formOf(await signedIn(world), { password: PASSWORD }), params: { provider: 'gone' } }),
  disconnectAccount: formAbout(linkedAccount),
  changeAccountPassword: form({
    current_password: PASSWORD,
    new_password: 'correct horse battery',
    confirm_password: 'correct horse battery',
  }),
};
