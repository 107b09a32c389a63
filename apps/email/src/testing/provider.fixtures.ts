import { randomUUID } from 'node:crypto';
import type { callbackRoutes, connectRoutes, providerRoutes, pushRoutes } from '@psa/contracts-email';
import { eventually } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { googleToken } from './google-push.ts';

export const PROVIDERS = '/api/v1/email/providers';

/** A valid body of a new IMAP mailbox. */
export function anImapProvider(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    providerType: 'imap',
    providerName: 'Support',
    mailbox: `support-${randomUUID()}@example.com`,
    imapConfig: { host: 'imap.example.com', username: 'support', password: 'secret' },
    inboundTicketDefaults: {},
    ...given,
  };
}

export async function makeProvider({ api }: Pick<World, 'api'>, given: Record<string, unknown> = {}): Promise<string> {
  const { body, status, text } = await api.post(PROVIDERS, anImapProvider(given));
  if (status !== 201) throw new Error(text);
  return body.data.provider.id as string;
}

const google = (given: object = {}) => ({
  providerType: 'google',
  mailbox: `support-${randomUUID()}@example.com`,
  imapConfig: undefined,
  googleConfig: { client_id: 'own-client', client_secret: 'own-secret', project_id: 'some-project', ...given },
});

// Not fetched from: nothing but the request changes it.
const onProvider: Fixture = async (world) => ({ params: { id: await makeProvider(world, { isActive: false }) } });

/** A Google mailbox that was connected by OAuth. */
export async function connectGoogle({ api, caller }: Pick<World, 'api' | 'caller'>, given: Record<string, unknown> = {}): Promise<string> {
  const session = api.as({ ...caller, credential: 'session' });
  const mailbox = `support-${randomUUID()}@example.com`;
  const providerId = await makeProvider({ api }, { ...google(), mailbox, ...given });
  const { body } = await session.post('/api/email/oauth/initiate', { providerId });
  await session.get('/api/email/oauth/google/callback', { query: { code: `good-code-${mailbox}`, state: body.state as string } });
  return providerId;
}

export const providerFixtures: { readonly [K in keyof typeof providerRoutes]: Fixture } = {
  listEmailProviders: async (world) => {
    await makeProvider(world, { isActive: false });
    return {};
  },
  createEmailProvider: () => ({ body: anImapProvider() }),
  getEmailProvider: onProvider,
  updateEmailProvider: async (world) => ({ ...(await onProvider(world)), body: { providerName: 'Renamed', senderDisplayName: 'Help' } }),
  deleteEmailProvider: onProvider,
  testEmailProvider: onProvider,
  pauseEmailProvider: onProvider,
  resumeEmailProvider: async (world) => {
    const request = await onProvider(world);
    await world.api.post(`${PROVIDERS}/${request.params?.['id']}/pause`);
    return request;
  },
  resyncEmailProvider: async (world) => {
    const id = await makeProvider(world);
    // No host answers: the next try is a while off.
    await eventually(async () => (await world.api.get(`${PROVIDERS}/${id}/health`)).body.data.consecutive_failures === 1);
    return { params: { id }, body: { days: 3 } };
  },
  getEmailProviderHealth: onProvider,
};

export const connectFixtures: { readonly [K in keyof typeof connectRoutes | keyof typeof callbackRoutes]: Fixture } = {
  initiateEmailOAuth: async (world) => ({ body: { providerId: await makeProvider(world, google()), successRedirect: '/settings' } }),
  refreshEmailWatch: async (world) => ({ body: { providerId: await connectGoogle(world, { isActive: false }) } }),
  finishEmailOAuth: () => ({ params: { provider: 'google' }, query: { state: 'unknown', code: 'code' } }),
};

export const pushFixtures: { readonly [K in keyof typeof pushRoutes]: Fixture } = {
  receiveGooglePush: async () => ({
    headers: { authorization: `Bearer ${await googleToken()}` },
    body: {
      message: { data: Buffer.from('{"emailAddress":"a@example.com","historyId":"1"}').toString('base64'), messageId: '1' },
      subscription: 'projects/some-project/subscriptions/unknown',
    },
  }),
  validateMicrosoftPush: () => ({ query: { validationToken: 'token' } }),
  receiveMicrosoftPush: () => ({ body: { value: [{ subscriptionId: 'unknown', clientState: 'state', changeType: 'created' }] } }),
};
