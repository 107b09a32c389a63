import { randomUUID } from 'node:crypto';
import { eventually, TestService } from '@psa/test-kit';
import { newWorld, type World } from '@psa/test-kit/derived';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailService } from '../../email-service.ts';
import { DUE, endRounds, setBetweenRounds } from '../../testing/between-rounds.ts';
import { FakeDesk } from '../../testing/fake-desk.ts';
import { FakeGraph } from '../../testing/fake-graph.ts';
import { fakes } from '../../testing/fakes.ts';
import { rawMail } from '../../testing/message.fixtures.ts';
import { queueTestMail } from '../../testing/outbound.fixtures.ts';
import { makeProvider, PROVIDERS } from '../../testing/provider.fixtures.ts';

const PUSH = '/api/email/webhooks/microsoft';

const headersOf = (raw: Buffer | undefined) => raw?.toString('utf8').split('\r\n\r\n')[0] ?? '';

describe('a mailbox at Microsoft', () => {
  let service: TestService;
  let graph = new FakeGraph();
  beforeAll(async () => {
    const ports = {
      ...fakes,
      desk: new FakeDesk().port,
      egress: { request: (...call: Parameters<FakeGraph['request']>) => graph.request(...call) },
    };
    service = await TestService.start(emailService, { ports, settings: { PSA_MAIL_POLL_SECONDS: '3600' }, instances: 1 });
  });
  afterAll(() => service.stop());

  let world: World;
  let id: string;
  beforeEach(async () => {
    graph = new FakeGraph();
    world = newWorld(service);
    id = await connect();
    await synced();
  });
  afterEach(() => endRounds(service));

  async function connect(given: object = {}): Promise<string> {
    const providerId = await make(given);
    await signIn(providerId);
    return providerId;
  }
  function make(given: object = {}): Promise<string> {
    const microsoftConfig = { client_id: 'own', client_secret: 'own-secret', tenant_id: 'common', ...given };
    const mailbox = `support-${randomUUID()}@example.com`;
    graph.account = mailbox;
    return makeProvider(world, { providerType: 'microsoft', mailbox, imapConfig: undefined, microsoftConfig });
  }
  async function signIn(providerId: string): Promise<void> {
    const session = world.api.as({ ...world.caller, credential: 'session' });
    const { body } = await session.post('/api/email/oauth/initiate', { providerId });
    await session.get('/api/email/oauth/microsoft/callback', { query: { code: 'good-code', state: body.state as string } });
  }
  const read = async () => (await world.api.get(`${PROVIDERS}/${id}`)).body.data;
  const health = async (one = id) => (await world.api.get(`${PROVIDERS}/${one}/health`)).body.data;
  const synced = (one = id) => eventually(async () => (await health(one)).last_sync_at !== null);
  const mails = async () =>
    (await world.api.get('/api/v1/email/messages', { query: { limit: 100 } })).body.data as { subject: string; status: string }[];
  const due = () => setBetweenRounds(service, id, DUE);
  const count = (expected: number) => eventually(async () => (await mails()).length === expected);
  const subscription = () => [...graph.subscriptions.values()].at(-1) as NonNullable<ReturnType<FakeGraph['subscriptions']['get']>>;
  const notify = (given: object = {}) => {
    const { id: subscriptionId, clientState } = subscription();
    return world.api.as(null).post(PUSH, { value: [{ subscriptionId, clientState, changeType: 'created', ...given }] });
  };

  it('imports what comes after it was connected over several pages, each mail once, and no drafts', async () => {
    for (let index = 0; index < 5; index++) graph.deliver(rawMail({ subject: `Mail ${index}` }));
    graph.deliver(rawMail({}), { isDraft: true });
    await due();
    await count(5);
    const asked = Date.now();
    await due();
    await eventually(async () => Date.parse((await health()).last_sync_at) >= asked);
    expect(await mails()).toHaveLength(5);
  });

  it('is fetched from the moment it was connected, however late the first round comes, and no earlier mail', async () => {
    graph.deliver(rawMail({ subject: 'Before' }), { receivedDateTime: new Date(Date.now() - 60_000).toISOString() });
    id = await make();
    await service.sql("update mail_providers set lease_until = now() + interval '1 hour' where provider_id = $1", [id]);
    await signIn(id);
    graph.deliver(rawMail({ subject: 'After' }));
    await service.sql('update mail_providers set lease_until = null where provider_id = $1', [id]);
    await notify();
    await synced();
    expect(await mails()).toEqual([expect.objectContaining({ subject: 'After' })]);
  });

  it('is fetched at once when Graph notifies with its client state, and not without it', async () => {
    expect(await health()).toMatchObject({ delivery_mode: 'push', subscription_status: 'healthy' });
    graph.deliver(rawMail({}));
    for (const clientState of ['guessed', null, undefined]) expect((await notify({ clientState })).body).toMatchObject({ accepted: 0 });
    expect((await notify({ subscriptionId: 'unknown' })).body).toMatchObject({ accepted: 0, ignored: 1 });
    const accepted = await notify();
    expect([accepted.status, accepted.body.accepted]).toEqual([202, 1]);
    await count(1);
  });

  it('is notified of what comes into any of several folders', async () => {
    expect(subscription().resource).toBe("me/mailFolders('inbox')/messages");
    await connect({ folder_filters: ['inbox', 'requests'] });
    expect(subscription().resource).toBe('me/messages');
  });

  it('is fetched though another notification beside its own cannot be read, and notified again when none can', async () => {
    const own = subscription();
    const other = await connect();
    // Its first round would find the mail as well.
    await synced(other);
    await service.sql("update mail_providers set sealed_client_state = 'broken' where provider_id = $1", [other]);
    graph.deliver(rawMail({}));
    const broken = { subscriptionId: subscription().id, clientState: 'any' };
    const push = (value: object[]) => world.api.as(null).post(PUSH, { value });
    expect((await push([broken])).status).toBe(503);
    expect((await push([broken, { subscriptionId: own.id, clientState: own.clientState }])).body).toMatchObject({
      accepted: 1,
      ignored: 1,
    });
    await count(1);
  });

  it('echoes the validation token as text, whatever it holds', async () => {
    const validationToken = '<script>alert(1)</script>';
    for (const echoed of [
      await world.api.as(null).post(PUSH, {}, { query: { validationToken } }),
      await world.api.as(null).get(PUSH, { query: { validationToken } }),
    ]) {
      expect([echoed.status, echoed.text]).toEqual([200, validationToken]);
      expect(echoed.headers.get('content-type')).toMatch(/^text\/plain/);
    }
  });

  it('renews its subscription before it ends, and makes another when Graph has forgotten it', async () => {
    const first = subscription();
    const aged = () =>
      service.sql(
        "update mail_providers set watch_expires_at = now() + interval '1 hour', watch_attempt_at = now() - interval '1 hour' where provider_id = $1",
        [id],
      );
    await aged();
    await service.tick('renew-watches');
    expect(subscription().id).toBe(first.id);
    expect(Date.parse((await health()).subscription_expires_at)).toBeGreaterThan(Date.now() + 24 * 3_600_000);
    graph.subscriptions.clear();
    await aged();
    await service.tick('renew-watches');
    expect(subscription().id).not.toBe(first.id);
    expect(subscription().clientState).not.toBe(first.clientState);
    graph.deliver(rawMail({}));
    await notify();
    await count(1);
  });

  it('takes the end of a subscription that Graph gave, not the one it asked for', async () => {
    graph.subscriptionMs = 3_600_000;
    const session = world.api.as({ ...world.caller, credential: 'session' });
    await session.post('/api/email/refresh-watch', { providerId: id });
    expect(Date.parse((await health()).subscription_expires_at)).toBeLessThan(Date.now() + 2 * 3_600_000);
  });

  it.each(['missed', 'subscriptionRemoved', 'reauthorizationRequired'])(
    'fetches what it may have missed when Graph says %s',
    async (event) => {
      graph.deliver(rawMail({}));
      expect((await notify({ changeType: undefined, lifecycleEvent: event })).body).toMatchObject({ accepted: 1 });
      await count(1);
      expect((await health()).delivery_mode).toBe(event === 'missed' ? 'push' : 'polling');
    },
  );

  it('goes through the mail again when the delta link is gone, and loses and doubles nothing', async () => {
    graph.deliver(rawMail({ subject: 'Before' }));
    await due();
    await count(1);
    for (let index = 0; index < 3; index++) graph.deliver(rawMail({ subject: `After ${index}` }));
    graph.epoch++;
    await due();
    await count(4);
  });

  it('sends to Bcc as well, and not to suppressed addresses, though the provider takes all recipients from the header', async () => {
    await world.api.put('/api/v1/email/settings', { provider_id: id });
    await world.api.post('/api/v1/email/suppressions', { address: 'gone@example.org' });
    await queueTestMail(world, { to: ['to@example.org'], cc: ['gone@example.org', 'cc@example.org'], bcc: ['bcc@example.org'] });
    const headers = headersOf(await eventually(() => graph.sent[0]));
    for (const line of ['To: to@example.org', 'Cc: cc@example.org', 'Bcc: bcc@example.org']) expect(headers).toContain(line);
    expect(headers).not.toContain('gone@example.org');
  });

  it('waits as long as Graph asks when it is throttled, and tries again after an outage', async () => {
    graph.deliver(rawMail({}));
    graph.throttled = 1;
    graph.retryAfter = '2';
    await due();
    await eventually(async () => (await health()).consecutive_failures === 1);
    const wait = Date.parse((await health()).next_sync_at) - Date.now();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThan(2_500);
    graph.unavailable = 1;
    await due();
    await eventually(async () => (await health()).consecutive_failures === 2);
    await due();
    await count(1);
    expect((await health()).consecutive_failures).toBe(0);
  });

  it('holds no mail back because Graph asks for a pause, however often', async () => {
    graph.broken.set(graph.deliver(rawMail({})), 429);
    for (let round = 1; round <= 4; round++) {
      await due();
      await eventually(async () => (await health()).consecutive_failures >= round);
    }
    graph.broken.clear();
    await due();
    await eventually(async () => (await mails())[0]?.status === 'processed');
  });

  it('notes a mail that Graph does not hand out with its sender, and goes on with the others', async () => {
    graph.broken.set(graph.deliver(rawMail({ subject: 'Bad' })), 500);
    graph.deliver(rawMail({ subject: 'Good' }));
    await eventually(async () => {
      await due();
      return (await mails()).length === 2;
    });
    expect(await mails()).toContainEqual(
      expect.objectContaining({ status: 'quarantined', reason: 'fetch_failed', subject: 'Bad', from_address: 'customer@example.org' }),
    );
  });

  it('imports large mails, and notes the sender and subject of those that are too large', async () => {
    graph.deliver(rawMail({ subject: 'Large', text: 'x'.repeat(3 * 1024 * 1024) }));
    graph.deliver(rawMail({ subject: 'Too large', text: 'x'.repeat(31 * 1024 * 1024) }));
    await due();
    await eventually(async () => (await mails()).filter(({ status }) => status !== 'received').length === 2);
    expect((await mails()).map(({ subject, status }) => [subject, status]).sort()).toEqual([
      ['Large', 'processed'],
      ['Too large', 'quarantined'],
    ]);
  });

  it('refreshes an access token before it expires, and keeps the refresh token Graph gave last', async () => {
    await service.sql("update mail_providers set token_expires_at = now() - interval '1 minute' where provider_id = $1", [id]);
    graph.isExpired = true;
    graph.deliver(rawMail({}));
    await due();
    await count(1);
    expect(graph.refreshes).toBe(1);
  });

  it('is paused when its account was revoked, and its administrators are told by another way', async () => {
    graph.isRevoked = true;
    for (let attempt = 1; attempt <= 3; attempt++) {
      await due();
      await eventually(async () => (await health()).consecutive_failures >= attempt);
    }
    await eventually(async () => (await read()).inboundPauseReason === 'auth_failure');
    const notices = async () => (await world.api.get('/api/v1/email/outbound', { query: { source: 'email' } })).body.data;
    const [notice] = await eventually(async () => {
      const rows = (await notices()) as { to: string[]; subject: string }[];
      return rows.length === 1 && rows;
    });
    expect(notice).toMatchObject({ to: ['admin@msp.example'], subject: expect.stringContaining('is paused') });
  });

  it('tells its administrators once when nothing could be fetched for a quarter of an hour', async () => {
    await setBetweenRounds(service, id, "last_sync_at = now() - interval '20 minutes', next_sync_at = now() + interval '1 hour'");
    await service.tick('watch-mailbox-health');
    await service.tick('watch-mailbox-health');
    const notices = async () => (await world.api.get('/api/v1/email/outbound', { query: { source: 'email' } })).body.data as object[];
    await eventually(async () => (await notices()).length === 1);
    expect((await service.events(world.caller.tenant)).filter(({ type }) => type === 'psa.email.email_provider.unhealthy.v1')).toHaveLength(
      1,
    );
  });

  it('sends each mail once, even when the answer of Graph got lost', async () => {
    await world.api.put('/api/v1/email/settings', { provider_id: id });
    graph.lostAnswers = 1;
    const mailId = await queueTestMail(world);
    const status = async () => (await world.api.get(`/api/v1/email/outbound/${mailId}`)).body.data;
    await eventually(async () => (await status()).error !== null);
    await service.sql('update outbound_jobs set due_at = now() where due_at is not null');
    await eventually(async () => (await status()).status === 'sent');
    expect(graph.sent).toHaveLength(1);
    expect(await status()).toMatchObject({ attempts: 2, provider_message_id: 'sent1' });
  });

  it('is connected by its own account, or as a shared mailbox by one that may read it, and by no other', async () => {
    const session = world.api.as({ ...world.caller, credential: 'session' });
    const mailbox = `shared-${randomUUID()}@example.com`;
    graph.account = 'robin@example.com';
    const microsoftConfig = { client_id: 'own', client_secret: 'own-secret' };
    const providerId = await makeProvider(world, { providerType: 'microsoft', mailbox, imapConfig: undefined, microsoftConfig });
    const connectAs = async (shared_mailbox: boolean) => {
      await world.api.put(`${PROVIDERS}/${providerId}`, { microsoftConfig: { shared_mailbox } });
      const { body } = await session.post('/api/email/oauth/initiate', { providerId });
      return (await session.get('/api/email/oauth/microsoft/callback', { query: { code: 'good-code', state: body.state as string } })).text;
    };
    expect(await connectAs(false)).toContain('You signed in as robin@example.com');
    expect(await connectAs(true)).toContain('may not read the shared mailbox');
    graph.shared.add(mailbox);
    expect(await connectAs(true)).toContain('&quot;success&quot;:true');
    expect(subscription().resource).toBe(`users/${mailbox}/mailFolders('inbox')/messages`);
    graph.deliver(rawMail({}));
    await notify();
    await count(1);
  });

  it('ends the subscription of its former account when its address is changed, also where the access token has expired', async () => {
    await service.sql("update mail_providers set token_expires_at = now() - interval '1 hour' where provider_id = $1", [id]);
    await world.api.put(`${PROVIDERS}/${id}`, { mailbox: `other-${randomUUID()}@example.com` });
    expect(graph.subscriptions.size).toBe(0);
    expect(await read()).toMatchObject({ status: 'configuring', microsoftConfig: { has_tokens: false } });
  });

  it('ends its subscription when it is deleted', async () => {
    await world.api.delete(`${PROVIDERS}/${id}`);
    expect(graph.subscriptions.size).toBe(0);
  });
});
