import { randomUUID } from 'node:crypto';
import type { invitationRoutes, licenceRoutes, passwordResetRoutes, telemetryRoutes } from '@psa/contracts-identity';
import type { Fixture, World } from '@psa/test-kit/derived';
import { hashSecret, newTokenSecret, tokenText } from '../resources/authentication/account-mail/account-token.ts';
import { signatureOf } from '../resources/directory/licence/webhook-signature.ts';
import { settle } from './make.ts';
import { newUser } from './user.fixtures.ts';

/** What the billing system of the tests signs with. */
export const WEBHOOK_SECRET = 'the secret the billing system of the tests signs with';

const settled: Fixture = async ({ service, caller }) => {
  await settle(service, caller);
  return {};
};

/** A link as a user was sent it. */
async function aLink({ service, caller }: World, purpose: 'password_reset' | 'invitation'): Promise<string> {
  await settle(service, caller);
  const [secret, tokenId] = [newTokenSecret(), randomUUID()];
  await service.sql(
    "insert into account_tokens (tenant, token_id, user_id, purpose, secret_hash, expires_at) values ($1, $2, $3, $4, $5, now() + interval '1 hour')",
    [caller.tenant, tokenId, caller.userId, purpose, hashSecret(secret)],
  );
  return tokenText({ tenant: caller.tenant, tokenId, secret });
}

const PASSWORDS = { new_password: 'correct horse battery', confirm_password: 'correct horse battery' };

const showLink =
  (purpose: 'password_reset' | 'invitation'): Fixture =>
  async (world) => ({ query: { token: await aLink(world, purpose) } });
const useLink =
  (purpose: 'password_reset' | 'invitation'): Fixture =>
  async (world) => ({ body: { token: await aLink(world, purpose), ...PASSWORDS } });

type Keys = keyof typeof licenceRoutes | keyof typeof telemetryRoutes | keyof typeof passwordResetRoutes | keyof typeof invitationRoutes;

export const accountFixtures: { readonly [K in Keys]: Fixture } = {
  getLicenceUsage: async (world) => ({
    ...(await settled(world)),
    query: { tenant_id: world.caller.tenant },
    headers: { 'x-webhook-signature': signatureOf(`GET:${world.caller.tenant}`, WEBHOOK_SECRET) },
  }),
  updateLicenceCount: async (world) => ({
    ...(await settled(world)),
    body: { tenant_id: world.caller.tenant, license_count: 12, event_id: 'evt_1' },
    sign: (body) => ({ 'x-webhook-signature': signatureOf(body, WEBHOOK_SECRET) }),
  }),
  getTelemetrySettings: settled,
  setTelemetrySettings: async (world) => ({ ...(await settled(world)), body: { usageStatsEnabled: true } }),
  showForgotPassword: () => ({}),
  requestPasswordReset: () => ({ body: { email: `${randomUUID()}@example.com` } }),
  showResetPassword: showLink('password_reset'),
  resetPassword: useLink('password_reset'),
  showAcceptInvitation: showLink('invitation'),
  acceptInvitation: useLink('invitation'),
  inviteUser: async (world) => {
    await settle(world.service, world.caller);
    const { body } = await world.api.post('/api/v1/users', newUser());
    return { params: { id: body.data.user_id as string } };
  },
};
