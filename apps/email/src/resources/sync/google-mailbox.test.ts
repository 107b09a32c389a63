import { randomUUID } from 'node:crypto';
import { eventually, TestService } from '@psa/test-kit';
import { newWorld, type World } from '@psa/test-kit/derived';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailService } from '../../email-service.ts';
import { DUE, setBetweenRounds } from '../../testing/between-rounds.ts';
import { FakeDesk } from '../../testing/fake-desk.ts';
import { FakeGoogle } from '../../testing/fake-google.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { googleToken } from '../../testing/google-push.ts';
import { rawMail } from '../../testing/message.fixtures.ts';
import { queueTestMail } from '../../testing/outbound.fixtures.ts';
import { connectGoogle, makeProvider, PROVIDERS } from '../../testing/provider.fixtures.ts';

const PUSH = '/api/email/webhooks/google';
const CODE = 'good-code-support@example.com';
const CALLBACK = '/api/email/oauth/google/callback';

const headersOf = (raw: Buffer | undefined) => raw?.toString('utf8').split('\r\n\r\n')[0] ?? '';

interface Mail {
  readonly message_id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly subject: string;
}

describe('a mailbox at Google', () => {
  let service: TestService;
  let google = new FakeGoogle();
  const desk = new FakeDesk();
  beforeAll(async () => {
    const ports = {
      ...fakes,
      desk: desk.port,
      egress: { request: (...call: Parameters<FakeGoogle['request']>) => google.request(...call) },
    };
    service = await TestService.start(emailService, { ports, settings: { ...testSettings, PSA_MAIL_POLL_SECONDS: '1' }, instances: 1 });
  });
  afterAll(() => service.stop());

  let world: World;
  beforeEach(() => {
    google = new FakeGoogle();
    world = newWorld(service);
  });

  const health = async (id: string) => (await world.api.get(`${PROVIDERS}/${id}/health`)).body.data;
  const read = async (id: string) => (await world.api.get(`${PROVIDERS}/${id}`)).body.data;
  const synced = (id: string) => eventually(async () => (await health(id)).last_sync_at !== null);
  const mails = async () => (await world.api.get('/api/v1/email/messages', { query: { limit: 100 } })).body.data as Mail[];
  const due = (id: string) => setBetweenRounds(service, id, DUE);
  /** Has the mailbox fetched until it is so. */
  const fetched = (id: string, isSo: () => Promise<boolean>) =>
    eventually(async () => {
      await due(id);
      return isSo();
    });

  it('imports what comes after it was connected, each mail once, and no drafts or junk', async () => {
    google.deliver(rawMail({ subject: 'Before' }), ['INBOX'], new Date(Date.now() - 60_000));
    const id = await connectGoogle(world);
    await synced(id);
    for (let index = 0; index < 5; index++) google.deliver(rawMail({ subject: `Mail ${index}` }));
    google.deliver(rawMail({}), ['DRAFT']);
    google.deliver(rawMail({}), ['INBOX', 'SPAM']);
    await fetched(id, async () => (await mails()).filter(({ status }) => status === 'processed').length === 5);
    const asked = Date.now();
    await fetched(id, async () => Date.parse((await health(id)).last_sync_at) >= asked);
    expect(await mails()).toHaveLength(5);
  });

  it('goes through the mail again when the history is gone, and loses and doubles nothing', async () => {
    const id = await connectGoogle(world);
    await synced(id);
    google.deliver(rawMail({ subject: 'Before' }));
    await fetched(id, async () => (await mails()).length === 1);
    for (let index = 0; index < 3; index++) google.deliver(rawMail({ subject: `After ${index}` }));
    google.oldestHistory = google.historyId + 1;
    await fetched(id, async () => (await mails()).length === 4);
  });

  it('sends to Bcc as well, and not to suppressed addresses, though the provider takes all recipients from the header', async () => {
    const id = await connectGoogle(world);
    await world.api.put('/api/v1/email/settings', { provider_id: id });
    await world.api.post('/api/v1/email/suppressions', { address: 'gone@example.org' });
    await queueTestMail(world, { to: ['to@example.org'], cc: ['gone@example.org', 'cc@example.org'], bcc: ['bcc@example.org'] });
    const headers = headersOf(await eventually(() => google.sent[0]));
    for (const line of ['To: to@example.org', 'Cc: cc@example.org', 'Bcc: bcc@example.org']) expect(headers).toContain(line);
    expect(headers).not.toContain('gone@example.org');
  });

  it.each([
    ['history is kept', false],
    ['history is gone', true],
  ])('is fetched whole after two days without Google, each mail once, when its %s', async (_, isHistoryGone) => {
    const id = await connectGoogle(world);
    await synced(id);
    google.deliver(rawMail({ subject: 'Before' }));
    await fetched(id, async () => (await mails()).length === 1);
    google.isAway = true;
    await fetched(id, async () => (await health(id)).consecutive_failures >= 1);
    await setBetweenRounds(service, id, "last_sync_at = now() - interval '48 hours'");
    for (let hour = 48; hour > 0; hour -= 4)
      google.deliver(rawMail({ subject: `${hour} hours ago` }), ['INBOX'], new Date(Date.now() - hour * 3_600_000));
    if (isHistoryGone) google.oldestHistory = google.historyId + 1;
    google.isAway = false;
    await fetched(id, async () => (await health(id)).consecutive_failures === 0);
    await eventually(async () => (await mails()).filter(({ status }) => status === 'processed').length === 13);
    expect(new Set((await mails()).map(({ subject }) => subject)).size).toBe(13);
  });

  it('goes through the mail of its labels alone when the history is gone', async () => {
    const id = await connectGoogle(world, { googleConfig: { client_id: 'own', client_secret: 's', label_filters: ['INBOX', 'Label_1'] } });
    await synced(id);
    for (const labels of [['INBOX'], ['Label_1'], ['INBOX', 'Label_1'], ['Label_2'], []]) google.deliver(rawMail({}), labels);
    google.oldestHistory = google.historyId + 1;
    await fetched(id, async () => (await mails()).length === 3);
    const asked = Date.now();
    await fetched(id, async () => Date.parse((await health(id)).last_sync_at) >= asked);
    expect(await mails()).toHaveLength(3);
  });

  it('notes a mail that Google does not hand out, goes on with the others, and fetches it once it is released', async () => {
    const id = await connectGoogle(world);
    await synced(id);
    const bad = google.deliver(rawMail({ subject: 'Bad' }));
    google.broken.set(bad, 500);
    for (const subject of ['One', 'Two', 'Three']) google.deliver(rawMail({ subject }));
    await fetched(id, async () => (await mails()).length === 4);
    const held = (await mails()).filter(({ status }) => status === 'quarantined');
    expect(held).toMatchObject([{ reason: 'fetch_failed', subject: 'Bad', from_address: 'customer@example.org' }]);
    const path = `/api/v1/email/messages/${held[0]?.message_id}`;
    expect((await world.api.post(`${path}/release`)).status).toBe(409);
    google.broken.clear();
    expect((await world.api.post(`${path}/release`)).status).toBe(200);
    await eventually(async () => (await world.api.get(path)).body.data.status === 'processed');
  });

  it('fetches a mail again by itself that Google did not hand out, three times with growing pauses', async () => {
    const id = await connectGoogle(world);
    await synced(id);
    const bad = google.deliver(rawMail({ subject: 'Bad' }));
    google.broken.set(bad, 500);
    await fetched(id, async () => (await mails()).length === 1);
    /** Hours until it is fetched again. */
    const pause = async () => {
      const sql = 'select round(extract(epoch from fetch_again_at - now()) / 3600)::int as hours from inbound_emails where tenant = $1';
      return (await service.sql<{ hours: number | null }>(sql, [world.caller.tenant]))[0]?.hours;
    };
    const later = async () => {
      await service.sql("update inbound_emails set fetch_again_at = now() - interval '1 second' where fetch_again_at is not null");
      await service.tick('fetch-failed-mail');
    };
    const pauses = [await pause()];
    for (let failures = 1; failures <= 3; failures++) {
      await later();
      pauses.push(await pause());
    }
    expect(pauses).toEqual([1, 6, 24, null]);
    expect(await mails()).toMatchObject([{ status: 'quarantined', reason: 'fetch_failed' }]);
    await service.sql('update inbound_emails set failures = 0, fetch_again_at = now() where tenant = $1', [world.caller.tenant]);
    google.broken.clear();
    await later();
    await eventually(async () => (await mails())[0]?.status === 'processed');
    expect([...desk.tickets.values()].at(-1)?.title).toBe('Bad');
  });

  it('imports large mails byte by byte', async () => {
    const id = await connectGoogle(world);
    await synced(id);
    const large = rawMail({ text: 'Grüße '.repeat(300_000) });
    google.deliver(large);
    await fetched(id, async () => (await mails()).length === 1);
    const [mail] = await mails();
    expect((await world.api.get(`/api/v1/email/messages/${mail?.message_id}/raw`)).text).toBe(large.toString('utf8'));
  });

  it('imports mails with NUL in their header', async () => {
    const id = await connectGoogle(world);
    await synced(id);
    google.deliver(rawMail({ messageId: '<a\0b@example.org>', subject: 'N\0UL', from: 'A\0 <a\0@example.org>' }));
    await fetched(id, async () => (await mails()).some(({ status }) => status === 'processed'));
  });

  it('waits as long as Google asks when it is throttled', async () => {
    const id = await connectGoogle(world);
    await synced(id);
    google.deliver(rawMail({}));
    google.throttled = 1;
    await fetched(id, async () => (await mails()).length === 1);
  });

  it('is paused when its account was revoked, tells of it, and goes on from where it stopped once connected anew', async () => {
    const id = await connectGoogle(world);
    await synced(id);
    google.isRevoked = true;
    for (let attempt = 1; attempt <= 3; attempt++) {
      await fetched(id, async () => (await health(id)).consecutive_failures >= attempt);
    }
    await eventually(async () => (await read(id)).inboundPauseReason === 'auth_failure');
    expect((await service.events(world.caller.tenant)).map(({ type }) => type)).toContain('psa.email.email_provider.paused.v1');
    google.deliver(rawMail({ subject: 'Meanwhile' }));
    expect((await world.api.post(`${PROVIDERS}/${id}/resume`)).status).toBe(409);
    google.isRevoked = false;
    const session = world.api.as({ ...world.caller, credential: 'session' });
    const { body } = await session.post('/api/email/oauth/initiate', { providerId: id });
    await session.get(CALLBACK, { query: { code: `good-code-${(await read(id)).mailbox}`, state: body.state as string } });
    await eventually(async () => (await mails()).length === 1);
    expect(await read(id)).toMatchObject({ status: 'connected', inboundPausedAt: null });
  });

  it('is connected by the session that began it, once, and by no other', async () => {
    const id = await makeProvider(world, {
      providerType: 'google',
      imapConfig: undefined,
      googleConfig: { client_id: 'own', client_secret: 'own-secret' },
      isActive: false,
      mailbox: 'support@example.com',
    });
    const session = world.api.as({ ...world.caller, credential: 'session' });
    expect((await world.api.post('/api/email/oauth/initiate', { providerId: id })).status).toBe(401);
    const foreign = await session.post('/api/email/oauth/initiate', { providerId: id, successRedirect: 'https://evil.example/' });
    expect(foreign.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: ['successRedirect'] }] });
    const { body } = await session.post('/api/email/oauth/initiate', { providerId: id });
    const state = body.state as string;
    expect(new URL(body.authUrl as string).searchParams.get('code_challenge_method')).toBe('S256');
    const finish = (who: World['api'], query: Record<string, string>) => who.get(CALLBACK, { query });
    const stranger = world.api.as({ ...world.caller, userId: randomUUID(), credential: 'session' });
    expect((await finish(stranger, { code: CODE, state })).text).toContain('tenant_mismatch');
    const other = world.api.as({ ...world.caller, credential: 'session' });
    expect((await finish(other, { code: CODE, state })).text).toContain('invalid_state');
    const page = await finish(session, { code: CODE, state });
    expect(page.text).toContain('&quot;success&quot;:true');
    for (const secret of ['good-code', 'access-', 'refresh-1']) expect(page.text).not.toContain(secret);
    expect((await finish(session, { code: CODE, state })).text).toContain('invalid_state');
    expect(await read(id)).toMatchObject({ status: 'connected', googleConfig: { has_tokens: true } });
    expect(JSON.stringify(await read(id))).not.toContain('own-secret');
  });

  it('is connected by its own account, or by one that has its address as another one, and by no other', async () => {
    const id = await makeProvider(world, {
      providerType: 'google',
      imapConfig: undefined,
      googleConfig: {},
      mailbox: 'support@example.com',
    });
    const session = world.api.as({ ...world.caller, credential: 'session' });
    const connectAs = async (account: string) => {
      const { body } = await session.post('/api/email/oauth/initiate', { providerId: id });
      return (await session.get(CALLBACK, { query: { code: `good-code-${account}`, state: body.state as string } })).text;
    };
    const refused = await connectAs('robin@example.com');
    for (const part of ['&quot;error&quot;:&quot;wrong_account&quot;', 'You signed in as robin@example.com'])
      expect(refused).toContain(part);
    expect(await read(id)).toMatchObject({ googleConfig: { has_tokens: false } });
    google.aliases = ['Support@example.com'];
    expect(await connectAs('robin@example.com')).toContain('&quot;success&quot;:true');
  });

  it.each([
    ['address', { mailbox: `other-${randomUUID()}@example.com` }],
    ['OAuth client', { googleConfig: { client_id: 'another', client_secret: 'another-secret' } }],
  ])('has to be connected anew once it has another %s, and is pushed no more', async (_, change) => {
    const id = await connectGoogle(world);
    await synced(id);
    const { body } = await world.api.put(`${PROVIDERS}/${id}`, change);
    expect(body.data.provider).toMatchObject({ status: 'configuring', googleConfig: { has_tokens: false } });
    expect(google.calls).toContain('POST /gmail/v1/users/me/stop');
    expect(await health(id)).toMatchObject({ delivery_mode: 'polling', subscription_status: 'none' });
  });

  it('takes no tokens of its former account that were asked for before it was changed', async () => {
    const id = await connectGoogle(world);
    await synced(id);
    await service.sql('update mail_providers set token_expires_at = now() where provider_id = $1', [id]);
    const { request } = google;
    let change: Promise<unknown> | undefined;
    google.request = async (url, options) => {
      const isRefresh = new URL(url).hostname === 'oauth2.googleapis.com';
      if (isRefresh && change === undefined) await (change = world.api.put(`${PROVIDERS}/${id}`, { mailbox: 'other@example.com' }));
      return request(url, options);
    };
    const { body } = await world.api.post(`${PROVIDERS}/${id}/test`);
    expect(body.data).toMatchObject({ success: false, code: 'unauthorized' });
    expect(await read(id)).toMatchObject({ status: 'configuring', googleConfig: { has_tokens: false } });
  });

  it('is fetched at once when Google pushes, and not by a push of another sender', async () => {
    const id = await connectGoogle(world, { googleConfig: { client_id: 'own', client_secret: 's', project_id: 'some-project' } });
    await synced(id);
    const { oidcToken, pushEndpoint } = (
      google.subscription as { pushConfig: { oidcToken: { serviceAccountEmail: string }; pushEndpoint: string } }
    ).pushConfig;
    expect(pushEndpoint).toBe(`http://psa.test${PUSH}`);
    const [row] = await service.sql<{ subscription_ref: string }>('select subscription_ref from mail_providers where provider_id = $1', [
      id,
    ]);
    const body = {
      message: { data: Buffer.from(JSON.stringify({ emailAddress: 'a@example.com', historyId: 1 })).toString('base64') },
      subscription: row?.subscription_ref,
    };
    const push = async (claims?: Record<string, unknown>) =>
      world.api.as(null).post(PUSH, body, { headers: { authorization: `Bearer ${await googleToken(claims)}` } });
    expect((await world.api.as(null).post(PUSH, body)).status).toBe(401);
    expect((await push({ email: 'somebody@some-project.iam.gserviceaccount.com' })).status).toBe(401);
    google.deliver(rawMail({}));
    expect((await push({ email: oidcToken.serviceAccountEmail })).body).toMatchObject({ success: true, queued: true, providerId: id });
    await eventually(async () => (await mails()).length === 1);
    expect(await health(id)).toMatchObject({ delivery_mode: 'push', subscription_status: 'healthy' });
  });
});
