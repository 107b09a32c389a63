import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { assetEvents } from '@psa/contracts-assets';
import { clientEvents } from '@psa/contracts-clients';
import { ticketEvents } from '@psa/contracts-desk';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { Webhook } from 'standardwebhooks';
import { automationService } from '../../automation-service.ts';
import { anAsset, assetCreated } from '../../testing/make-event.ts';
import { makeWebhook } from '../../testing/make-webhook.ts';
import { fakeHiddenChannels, fakes, testSettings } from '../../testing/fakes.ts';
import { type Received, WebhookReceiver } from '../../testing/webhook-receiver.ts';

const quickly = { strategy: 'fixed_interval', initial_delay: 1, max_attempts: 10 };

describe('deliveries', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  let me: TestCaller;
  let api: TestApi;
  let path: string;

  beforeAll(async () => {
    [service, receiver] = await Promise.all([
      TestService.start(automationService, { ports: fakes, settings: testSettings }),
      WebhookReceiver.start(),
    ]);
  });
  afterAll(async () => {
    await Promise.all([service.stop(), receiver.stop()]);
  });
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    path = `/${randomUUID()}`;
  });

  const hook = (given: Record<string, unknown> = {}) => makeWebhook(api, { url: receiver.url(path), retry_config: quickly, ...given });
  const arrived = (count = 1): Promise<Received[]> => eventually(() => receiver.at(path).length >= count && receiver.at(path));
  const headersOf = (one: Received) => one.headers as Record<string, string>;
  const deliveries = async (webhookId: string, query: Record<string, string> = {}) =>
    (await api.get(`/api/v1/webhooks/${webhookId}/deliveries`, { query })).body.data as Record<string, unknown>[];
  const details = async (webhookId: string, deliveryId: unknown) =>
    (await api.get(`/api/v1/webhooks/${webhookId}/deliveries/${String(deliveryId)}`)).body.data;
  const decided = async (webhookId: string, status: string, count = 1) =>
    eventually(async () => {
      const rows = await deliveries(webhookId, { status });
      return rows.length >= count && rows;
    });
  /** Everything published so far has been fanned out. */
  const fannedOut = (eventId: string) =>
    eventually(async () => (await service.sql('select 1 from feed_events where event_id = $1', [eventId])).length === 1);

  it('show what is in an event to those alone who may read what it is about', async () => {
    const { webhook_id } = await hook();
    await service.publish(me.tenant, assetEvents.created, anAsset(), 1);
    const [delivery] = (await decided(webhook_id, 'delivered')) as [Record<string, unknown>];
    const address = `/api/v1/webhooks/${webhook_id}/deliveries/${String(delivery['delivery_id'])}`;
    const reading = async (permissions: TestCaller['permissions']) =>
      (await service.api({ ...me, permissions }).get(address)).body.data.request_body as string | null;
    expect(await reading(['webhook:read'])).toBeNull();
    expect(await reading(['webhook:read', 'asset:read'])).toContain('asset.created');
  });

  it('do not show what is in an event of a ticket whose channel is for other teams', async () => {
    const [channel_id, ticket_id] = [randomUUID(), randomUUID()];
    const reader = { ...me, permissions: ['webhook:read', 'ticket:read'] as const };
    const bodyOf = async (settings: Record<string, unknown>) => {
      const { webhook_id } = await hook({ event_types: ['ticket.deleted'], ...settings });
      await service.publish(me.tenant, ticketEvents.deleted, { ticket_id, channel_id }, 1);
      const [delivery] = (await decided(webhook_id, 'delivered')) as [Record<string, unknown>];
      const address = `/api/v1/webhooks/${webhook_id}/deliveries/${String(delivery['delivery_id'])}`;
      return async () => (await service.api(reader).get(address)).body.data.request_body as string | null;
    };
    const bodies = [await bodyOf({}), await bodyOf({ payload_format: 'xml' })];
    const shown = () => Promise.all(bodies.map(async (body) => (await body()) !== null));
    expect(await shown()).toEqual([true, true]);
    fakeHiddenChannels.set(me.userId, [randomUUID()]);
    // XML does not tell which ticket it is in a way that is looked at.
    expect(await shown()).toEqual([true, false]);
    fakeHiddenChannels.set(me.userId, [channel_id]);
    expect(await shown()).toEqual([false, false]);
    const sent = (event: string) => api.post('/api/v1/webhooks', { name: 'Mine', url: receiver.url(path), event_types: [event] });
    expect([(await sent('ticket.*')).status, (await sent('client.*')).status]).toEqual([403, 201]);
  });

  it('go to no other address by the hand of somebody who may not read them', async () => {
    const { webhook_id } = await hook();
    const clerk = service.api({ ...me, permissions: ['webhook:update', 'webhook:read'] });
    const { status, body } = await clerk.put(`/api/v1/webhooks/${webhook_id}`, { url: receiver.url('/elsewhere') });
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect((await api.get(`/api/v1/webhooks/${webhook_id}`)).body.data.url).toBe(receiver.url(path));
  });

  it('bring an event to the receiver, signed by Standard Webhooks, as a CloudEvent', async () => {
    const { webhook_id, signing_secret } = await hook();
    const asset = anAsset();
    const id = await service.publish(me.tenant, assetEvents.created, asset, 3);
    const [message] = (await arrived()) as [Received];
    expect(message.method).toBe('POST');
    expect(message.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
    expect(new Webhook(signing_secret).verify(message.body, headersOf(message))).toEqual({
      specversion: '1.0',
      id,
      source: '/psa/assets',
      type: 'psa.assets.asset.created.v1',
      eventname: 'asset.created',
      subject: asset.asset_id,
      time: expect.any(String),
      datacontenttype: 'application/json',
      tenantid: me.tenant,
      actorid: 'test',
      actortype: 'system',
      aggregateversion: 3,
      correlationid: 'test',
      data: asset,
    });
    const [delivery] = await decided(webhook_id, 'delivered');
    expect(delivery).toMatchObject({
      event_id: id,
      event_type: 'asset.created',
      attempt_number: 1,
      response_status: 200,
      error_type: null,
      next_retry_at: null,
      is_test: false,
    });
    expect(await details(webhook_id, delivery?.['delivery_id'])).toMatchObject({
      request_body: message.body,
      attempts: [{ attempt_number: 1, response_status: 200, response_body: 'thank you', error_type: null }],
    });
    expect((await api.get(`/api/v1/webhooks/${webhook_id}`)).body.data).toMatchObject({
      total_deliveries: 1,
      successful_deliveries: 1,
      failed_deliveries: 0,
      recent_stats: { last_24h: { total_deliveries: 1, success_rate: 100 } },
    });
  });

  it('are made of the events that are selected and pass the filter, and of nothing of another tenant', async () => {
    const [client, other] = [randomUUID(), randomUUID()];
    await hook({
      event_types: ['asset.created', 'client.*'],
      event_filter: { client_ids: [client], conditions: [{ field: 'name', operator: 'contains', value: 'ail' }] },
    });
    await assetCreated(service, caller().tenant, { client_id: client });
    await assetCreated(service, me.tenant, { client_id: other });
    await assetCreated(service, me.tenant, { client_id: client, name: 'Printer' });
    await service.publish(me.tenant, assetEvents.deleted, { asset_id: randomUUID(), client_id: client });
    await service.publish(me.tenant, clientEvents.created, { client_id: client, client_name: 'Acme', is_inactive: false } as never);
    const wanted = await assetCreated(service, me.tenant, { client_id: client, name: 'Mailer' });
    const [message] = (await arrived()) as [Received];
    expect(message.headers['webhook-id']).toBe(wanted);
    expect(await service.sql('select event_id from webhook_deliveries where tenant = $1', [me.tenant])).toEqual([{ event_id: wanted }]);
  });

  it('are made once of an event that comes twice', async () => {
    await hook();
    const id = await assetCreated(service, me.tenant);
    await arrived();
    const broker = service.running.broker;
    const [row] = await service.sql<{ event: string }>('select event from feed_events where event_id = $1', [id]);
    const { eventname: _, tenantid, actorid, actortype, ...rest } = JSON.parse((row as { event: string }).event) as Record<string, string>;
    const envelope = { ...rest, tenant: tenantid, actor: { id: actorid, type: actortype }, causationid: null, traceparent: null };
    await broker.jetstream.publish(`psa.v1.evt.assets.asset.created.${me.tenant}`, JSON.stringify(envelope));
    await fannedOut(await assetCreated(service, me.tenant));
    await arrived(2);
    expect(receiver.at(path).filter(({ headers }) => headers['webhook-id'] === id)).toHaveLength(1);
  });

  it('are tried again after a failure, as the same message with a fresh signature', async () => {
    let failures = 2;
    receiver.answer(path, (response) => {
      response.writeHead(failures-- > 0 ? 503 : 204).end('not now');
    });
    const { webhook_id, signing_secret } = await hook();
    const id = await assetCreated(service, me.tenant);
    const messages = await arrived(3);
    expect(new Set(messages.map(({ body }) => body)).size).toBe(1);
    for (const message of messages) {
      expect(message.headers['webhook-id']).toBe(id);
      new Webhook(signing_secret).verify(message.body, headersOf(message));
    }
    const [delivery] = await decided(webhook_id, 'delivered');
    const { attempts } = await details(webhook_id, delivery?.['delivery_id']);
    expect(attempts).toMatchObject([
      { attempt_number: 3, response_status: 204 },
      { attempt_number: 2, error_type: 'status' },
      { attempt_number: 1, response_body: 'not now' },
    ]);
    expect((await api.get(`/api/v1/webhooks/${webhook_id}/health`)).body.data).toMatchObject({
      status: 'healthy',
      consecutive_failures: 0,
      success_rate: 100,
    });
  });

  it('are given up after the last attempt, and sent again on request', async () => {
    receiver.answer(path, 500);
    const { webhook_id } = await hook({ retry_config: { ...quickly, max_attempts: 2 } });
    await assetCreated(service, me.tenant);
    const [delivery] = await decided(webhook_id, 'abandoned');
    expect(delivery).toMatchObject({
      attempt_number: 2,
      error_type: 'status',
      error_message: 'The receiver answered 500',
      next_retry_at: null,
    });
    expect((await api.get(`/api/v1/webhooks/${webhook_id}`)).body.data).toMatchObject({
      total_deliveries: 1,
      failed_deliveries: 1,
      consecutive_failures: 2,
    });

    receiver.answer(path, 200);
    const again = await api.post(`/api/v1/webhooks/${webhook_id}/deliveries/${String(delivery?.['delivery_id'])}/retry`);
    expect([again.status, again.body.data.status]).toEqual([202, 'pending']);
    const [sent] = await decided(webhook_id, 'delivered');
    expect(sent).toMatchObject({ delivery_id: delivery?.['delivery_id'], attempt_number: 3 });
    expect((await api.post(`/api/v1/webhooks/${webhook_id}/deliveries/${String(delivery?.['delivery_id'])}/retry`)).status).toBe(409);
  });

  it('say when the next attempt is, and wait as long as the receiver asks', async () => {
    receiver.answer(path, (response) => response.writeHead(429, { 'retry-after': '1800' }).end());
    const { webhook_id } = await hook();
    await assetCreated(service, me.tenant);
    const [delivery] = await decided(webhook_id, 'retrying');
    const inSeconds = (Date.parse(String(delivery?.['next_retry_at'])) - Date.now()) / 1000;
    expect(inSeconds).toBeGreaterThan(1790);
    expect(inSeconds).toBeLessThanOrEqual(1800);
    const { paused_until, waiting_deliveries, status } = (await api.get(`/api/v1/webhooks/${webhook_id}/health`)).body.data;
    expect({ paused: Date.parse(paused_until) > Date.now() + 1_790_000, waiting_deliveries, status }).toEqual({
      paused: true,
      waiting_deliveries: 1,
      status: 'failing',
    });
    // Nothing else is sent there in the meantime.
    await fannedOut(await assetCreated(service, me.tenant));
    await new Promise((resolve) => {
      setTimeout(resolve, 1_200);
    });
    expect(receiver.at(path)).toHaveLength(1);
    const waiting = await deliveries(webhook_id);
    expect(waiting.every(({ next_retry_at }) => String(next_retry_at) >= paused_until)).toBe(true);

    receiver.answer(path, 200);
    const newest = waiting.find(({ status: state }) => state === 'pending');
    await api.post(`/api/v1/webhooks/${webhook_id}/deliveries/${String(newest?.['delivery_id'])}/retry`);
    expect((await decided(webhook_id, 'delivered')).map(({ delivery_id }) => delivery_id)).toEqual([newest?.['delivery_id']]);
  });

  it.each([
    ['gone', 410],
    ['failing', 500],
  ])('stop when the receiver is %s, and say so', async (reason, status) => {
    receiver.answer(path, status);
    const { webhook_id } = await hook();
    if (reason === 'failing')
      await service.sql("update webhook_health set failing_since = now() - interval '73 hours' where webhook_id = $1", [webhook_id]);
    await assetCreated(service, me.tenant);
    const health = await eventually(async () => {
      const { data } = (await api.get(`/api/v1/webhooks/${webhook_id}/health`)).body;
      return data.status === 'disabled' && data;
    });
    expect(health).toMatchObject({ is_active: false, disabled_reason: reason, auto_disabled_at: expect.any(String) });
    const told = (await service.events(me.tenant)).filter(({ type }) => type === 'psa.automation.webhook.disabled.v1');
    expect(told).toMatchObject([{ subject: webhook_id, data: { reason, name: 'Receiver', consecutive_failures: 1 } }]);
    await fannedOut(await assetCreated(service, me.tenant));
    expect(
      await service.sql("select status from webhook_deliveries where webhook_id = $1 and status not in ('abandoned', 'retrying')", [
        webhook_id,
      ]),
    ).toEqual([]);

    receiver.answer(path, 200);
    const started = await api.put(`/api/v1/webhooks/${webhook_id}`, { is_active: true });
    expect(started.body.data).toMatchObject({ is_active: true, auto_disabled_at: null, disabled_reason: null, consecutive_failures: 0 });
    await assetCreated(service, me.tenant);
    await decided(webhook_id, 'delivered');
  });

  it('that wait for a webhook that was stopped are given up', async () => {
    receiver.answer(path, 500);
    const { webhook_id } = await hook();
    await assetCreated(service, me.tenant);
    await arrived();
    await api.put(`/api/v1/webhooks/${webhook_id}`, { is_active: false });
    const [delivery] = await decided(webhook_id, 'abandoned');
    expect(delivery).toMatchObject({ error_type: 'inactive' });
  });

  it('left behind by a process that died are sent when their lease has run out', async () => {
    const { webhook_id } = await hook();
    await service.sql(
      `insert into webhook_deliveries (tenant, delivery_id, webhook_id, event_id, event_type, body, status, is_test, is_replay, due_at, lease)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), 'asset.created', '{}', 'pending', false, false, now() + n * interval '1 second', gen_random_uuid()
       from unnest(array[-1, 1, 3600]) n`,
      [me.tenant, webhook_id],
    );
    await arrived(2);
    await decided(webhook_id, 'delivered', 2);
    expect(receiver.at(path)).toHaveLength(2);
  });

  it('are noted by the attempt that holds the lease alone', async () => {
    let release: () => void = () => {};
    receiver.answer(path, (response) => {
      release = () => response.end();
    });
    const { webhook_id } = await hook();
    await assetCreated(service, me.tenant);
    await arrived();
    const [taken] = await service.sql(
      "update webhook_deliveries set lease = $2, due_at = now() + interval '1 hour' where webhook_id = $1 returning lease",
      [webhook_id, randomUUID()],
    );
    release();
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    expect(await service.sql('select status, attempts, lease from webhook_deliveries where webhook_id = $1', [webhook_id])).toEqual([
      { status: 'pending', attempts: 0, lease: taken.lease },
    ]);
    expect(await service.sql('select total_deliveries from webhook_health where webhook_id = $1', [webhook_id])).toEqual([
      { total_deliveries: '0' },
    ]);
  });

  it('carry the signatures of both secrets while a rotation overlaps, and then of the new one', async () => {
    const { webhook_id, signing_secret: first } = await hook();
    const rotate = async (overlap_seconds?: number) =>
      (await api.post(`/api/v1/webhooks/${webhook_id}/secret/rotate`, { overlap_seconds })).body.data;
    const { signing_secret: second, previous_secret_valid_until } = await rotate();
    expect(Date.parse(previous_secret_valid_until) - Date.now()).toBeGreaterThan(86_000_000);
    await assetCreated(service, me.tenant);
    const [message] = (await arrived()) as [Received];
    for (const secret of [first, second]) new Webhook(secret as string).verify(message.body, headersOf(message));

    const { signing_secret: third } = await rotate(60);
    const verify = async (secret: string) =>
      (
        await api.post('/api/v1/webhooks/verify', {
          webhook_id,
          message_id: 'm',
          timestamp: String(Math.floor(Date.now() / 1000)),
          signature: new Webhook(secret).sign('m', new Date(), '{}'),
          body: '{}',
        })
      ).body.data.valid;
    expect([await verify(first), await verify(second), await verify(third)]).toEqual([false, true, true]);
    const { previous_secret_valid_until: none } = await rotate(0);
    expect([none, await verify(second), await verify(third)]).toEqual([null, false, false]);
  });

  it.each([
    [
      { type: 'basic_auth', username: 'psa', password: 'p4ss word' },
      { authorization: `Basic ${Buffer.from('psa:p4ss word').toString('base64')}` },
    ],
    [{ type: 'bearer_token', token: 'tok-123456' }, { authorization: 'Bearer tok-123456' }],
    [{ type: 'api_key', header_name: 'X-Receiver-Key', token: 'key-123456' }, { 'x-receiver-key': 'key-123456' }],
    [{ type: 'hmac_signature', secret: 'hush-123456', algorithm: 'sha512' }, { 'x-signature': expect.stringMatching(/^[0-9a-f]{128}$/) }],
  ])('show the receiver the credential of %j, and nobody else', async (security, headers) => {
    receiver.answer(path, (response, { headers: seen }) =>
      response.writeHead(200, { 'set-cookie': 'session=s3cr3t-cookie' }).end(JSON.stringify(seen)),
    );
    const { webhook_id, signing_secret } = await hook({ security, custom_headers: { 'X-Source': 'psa' } });
    await assetCreated(service, me.tenant);
    const [message] = (await arrived()) as [Received];
    expect(message.headers).toMatchObject({ ...headers, 'x-source': 'psa' });
    const [delivery] = await decided(webhook_id, 'delivered');
    const shown = JSON.stringify([
      await details(webhook_id, delivery?.['delivery_id']),
      (await api.get(`/api/v1/webhooks/${webhook_id}`)).body,
      await service.events(me.tenant),
    ]);
    const stored = JSON.stringify(
      await service.sql('select w.*, s.sealed from webhooks w join webhook_secrets s using (tenant, webhook_id) where webhook_id = $1', [
        webhook_id,
      ]),
    );
    for (const secret of [
      'p4ss word',
      Buffer.from('psa:p4ss word').toString('base64'),
      'tok-123456',
      'key-123456',
      'hush-123456',
      signing_secret,
      's3cr3t-cookie',
    ]) {
      expect(shown).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
    expect(shown).toContain('[REDACTED]');
  });

  it('of test webhooks count in no figure', async () => {
    const { webhook_id } = await hook({ is_test_mode: true });
    await assetCreated(service, me.tenant);
    const [delivery] = await decided(webhook_id, 'delivered');
    expect(delivery).toMatchObject({ is_test: true });
    expect((await api.get(`/api/v1/webhooks/${webhook_id}`)).body.data).toMatchObject({
      total_deliveries: 0,
      recent_stats: { last_24h: { total_deliveries: 0 } },
    });
  });

  it('keep to the rate the receiver takes of each instance', async () => {
    const alone = await TestService.start(automationService, { ports: fakes, settings: testSettings, instances: 1 });
    await makeWebhook(alone.api(me), { url: receiver.url(path), rate_limit: { enabled: true, requests_per_minute: 120, burst_limit: 3 } });
    for (let event = 0; event < 6; event++) await assetCreated(alone, me.tenant);
    await arrived(6);
    await alone.stop();
    const times = receiver.at(path).map(({ at }) => at);
    // Three at once, and two a second after that.
    expect((times[5] as number) - (times[0] as number)).toBeGreaterThan(900);
  });

  it('of a time are made again, under the ids the events had', async () => {
    const from = new Date().toISOString();
    const ids = [await assetCreated(service, me.tenant), await assetCreated(service, me.tenant)];
    await Promise.all(ids.map(fannedOut));
    const { webhook_id } = await hook();
    const replay = (body: object) => api.post(`/api/v1/webhooks/${webhook_id}/replay`, body);
    expect((await replay({ from, event_types: ['asset.deleted'] })).body.data).toEqual({ queued: 0, skipped: 0, continue_after: null });
    expect((await replay({ from: '2020-01-01T00:00:00Z', to: from })).body.data).toEqual({ queued: 0, skipped: 0, continue_after: null });
    const { status, body } = await replay({ from, event_types: ['asset.created'] });
    expect([status, body.data]).toEqual([202, { queued: 2, skipped: 0, continue_after: null }]);
    const rows = await decided(webhook_id, 'delivered', 2);
    expect(rows.map(({ event_id }) => event_id).sort()).toEqual(ids.sort());
    expect(rows.every(({ is_replay }) => is_replay)).toBe(true);
    expect((await replay({ from, event_types: ['no.such'] })).status).toBe(400);
  });
});
