import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService, testSettings } from '@psa/test-kit';
import { emailService } from '../../apps/email/src/email-service.ts';
import { FakeDesk } from '../../apps/email/src/testing/fake-desk.ts';
import { IMAP_USER, ImapHost } from '../../apps/email/src/testing/imap-host.ts';
import { rawMail } from '../../apps/email/src/testing/message.fixtures.ts';
import { makeProvider } from '../../apps/email/src/testing/provider.fixtures.ts';
import { formOf, HttpBrowser } from '../../apps/identity/src/testing/http-browser.ts';
import { CLIENT, TestIssuer } from '../../apps/identity/src/testing/test-issuer.ts';

const BASE = testSettings.PSA_PUBLIC_URL;
const CALLBACK = `${BASE}/api/email/oauth/imap/callback`;
const isHome = (url: string) => url.startsWith(`${BASE}/`);

/** A real OpenID Connect provider gives the tokens, and the mail server asks it whose they are. */
describe('a mailbox that signs in by OAuth', () => {
  const issuer = new TestIssuer();
  const imap = new ImapHost({
    acceptsToken: async (user, token) => {
      const answer = await fetch(`${issuer.url}/me`, { headers: { authorization: `Bearer ${token}` } });
      return answer.ok && ((await answer.json()) as { sub: string }).sub === user;
    },
  });
  let service: TestService;
  let api: TestApi;
  let session: TestApi;
  let id: string;
  beforeAll(async () => {
    await Promise.all([imap.start(), issuer.start([CALLBACK])]);
    service = await TestService.start(emailService, {
      ports: { desk: new FakeDesk().port },
      settings: { PSA_MAIL_POLL_SECONDS: '1', PSA_EGRESS_ALLOW: '127.0.0.0/8,localhost' },
      instances: 1,
    });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([imap.stop(), issuer.stop()]);
  });
  beforeEach(async () => {
    const me = caller();
    api = service.api(me);
    session = service.api({ ...me, credential: 'session' });
    id = await makeProvider(
      { api },
      {
        imapConfig: {
          host: '127.0.0.1',
          port: imap.port,
          secure: false,
          username: IMAP_USER,
          auth_type: 'oauth2',
          oauth_authorize_url: `${issuer.url}/auth`,
          oauth_token_url: `${issuer.url}/token`,
          oauth_client_id: CLIENT.id,
          oauth_client_secret: CLIENT.secret,
          oauth_scopes: 'openid email',
        },
      },
    );
  });
  afterEach(() => service.sql('update mail_providers set is_active = false'));

  /** Signs in at the provider and agrees. @returns what the callback is called with */
  async function signIn(as: string): Promise<Record<string, string>> {
    const { body } = await session.post('/api/email/oauth/initiate', { providerId: id });
    const browser = new HttpBrowser();
    let page = await browser.follow(await browser.visit(body.authUrl as string), isHome);
    while (!isHome(page.url)) {
      const { action, fields } = formOf(page);
      page = await browser.follow(
        await browser.visit(action, { ...fields, ...('login' in fields && { login: as, password: 'any' }) }),
        isHome,
      );
    }
    return Object.fromEntries(new URL(page.url).searchParams);
  }
  const finish = async (query: Record<string, string>) => (await session.get('/api/email/oauth/imap/callback', { query })).text;
  const mailbox = async () => (await api.get(`/api/v1/email/providers/${id}`)).body.data;

  it('imports mail with the token that the provider gave', async () => {
    expect(await finish(await signIn(IMAP_USER))).toContain('&quot;success&quot;:true');
    await eventually(async () => (await mailbox()).status === 'connected' && (await mailbox()).lastSyncAt !== null);
    imap.deliver(rawMail({ subject: 'By token' }));
    const subjects = async () =>
      ((await api.get('/api/v1/email/messages')).body.data as { subject: string }[]).map(({ subject }) => subject);
    await eventually(async () => (await subjects()).includes('By token'));
  });

  it('is not connected by a code of another attempt, whose verifier is another', async () => {
    const first = await signIn(IMAP_USER);
    const second = await signIn(IMAP_USER);
    expect(await finish({ ...second, code: first['code'] as string })).toContain('token_exchange_failed');
    expect((await mailbox()).imapConfig.has_tokens).toBe(false);
  });

  it('is refused by its mail server when somebody else signed in', async () => {
    await finish(await signIn('mallory'));
    await eventually(async () => (await mailbox()).inboundAuthFailureCount > 0);
    expect((await api.post(`/api/v1/email/providers/${id}/test`)).body.data).toMatchObject({ success: false, code: 'unauthorized' });
  });
});
