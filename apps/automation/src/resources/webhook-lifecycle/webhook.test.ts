import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { Webhook } from 'standardwebhooks';
import { automationService } from '../../automation-service.ts';
import { eventNames } from '../../event-catalogue.ts';
import { assetCreated } from '../../testing/make-event.ts';
import { aWebhook, CLOSED_RECEIVER, makeWebhook } from '../../testing/make-webhook.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';

describe('webhooks', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  let me: TestCaller;
  let api: TestApi;

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
  });

  const faultOf = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await api.post('/api/v1/webhooks', aWebhook(body));
    return [status, answer.error?.details?.[0]?.path.join('.')];
  };

  it('are made with what is usual, show their secret once, and tell of themselves', async () => {
    const { signing_secret, ...made } = await makeWebhook(api);
    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({
      tenant: me.tenant,
      created_by_user_id: me.userId,
      method: 'POST',
      is_active: true,
      payload_format: 'json',
      security: { type: 'none' },
      retry_config: { strategy: 'standard', max_attempts: 10, timeout: 15_000 },
      _links: { self: { href: `/api/v1/webhooks/${made.webhook_id}` } },
    });
    const read = await api.get(`/api/v1/webhooks/${made.webhook_id}`);
    expect(read.text).not.toContain('whsec_');
    const { recent_stats: _, ...same } = read.body.data;
    expect(same).toEqual(made);
    expect((await service.events(me.tenant)).map(({ type, data }) => [type, data['webhook_id']])).toEqual([
      ['psa.automation.webhook.created.v1', made.webhook_id],
    ]);
    // What was read can be written back.
    expect((await api.put(`/api/v1/webhooks/${made.webhook_id}`, read.body.data)).body.data).toMatchObject({
      ...made,
      updated_at: expect.any(String),
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['name', { name: ' ' }],
    ['url', { url: 'https://10.0.0.1' }],
    ['event_types', { event_types: [] }],
    ['event_types.1', { event_types: ['asset.*', 'asset.exploded'] }],
    ['event_types.0', { event_types: ['*.created'] }],
    ['custom_headers.Webhook-Id', { custom_headers: { 'Webhook-Id': 'x' } }],
    ['custom_headers.Host', { custom_headers: { Host: 'x' } }],
    ['custom_headers.X-Auth-Token', { custom_headers: { 'X-Auth-Token': 'x' } }],
    ['custom_headers.X-A', { custom_headers: { 'X-A': 'a\r\nb: c' } }],
    ['custom_headers', { custom_headers: { 'X-A': '1', 'x-a': '2' } }],
    ['security.password', { security: { type: 'basic_auth', username: 'u' } }],
    ['security.type', { security: { type: 'oauth2' } }],
    ['security.header_name', { security: { type: 'api_key', header_name: 'webhook-signature', token: 'x' } }],
    ['payload_transformation.template', { payload_format: 'custom' }],
    ['retry_config.delays', { retry_config: { strategy: 'custom' } }],
    ['retry_config.timeout', { retry_config: { timeout: 60_000 } }],
    ['verify_ssl', { verify_ssl: false }],
    ['event_filter.conditions.0.operator', { event_filter: { conditions: [{ field: 'a', operator: 'matches', value: 1 }] } }],
  ])('are refused for a faulty %s', async (member, body) => {
    expect(await faultOf(body)).toEqual([400, member]);
    expect(await service.sql('select 1 from webhooks where tenant = $1', [me.tenant])).toEqual([]);
  });

  it('are given only events their maker may read', async () => {
    const technician = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'security_settings:read') });
    expect((await technician.post('/api/v1/webhooks', aWebhook({ event_types: ['*'] }))).status).toBe(403);
    expect((await technician.post('/api/v1/webhooks', aWebhook({ event_types: ['api_key.created'] }))).status).toBe(403);
    const { webhook_id } = await makeWebhook(technician, { event_types: ['asset.*', 'client.created'] });
    expect((await technician.put(`/api/v1/webhooks/${webhook_id}`, { event_types: ['api_key.*'] })).status).toBe(403);
    expect((await api.put(`/api/v1/webhooks/${webhook_id}`, { event_types: ['api_key.*'] })).status).toBe(200);
    expect((await service.api({ ...me, userType: 'client' }).post('/api/v1/webhooks', aWebhook())).status).toBe(403);
  });

  it('keep a credential for the server it was given for', async () => {
    const { webhook_id } = await makeWebhook(api, { url: 'https://one.example.com/a', security: { type: 'bearer_token', token: 'hush' } });
    const put = async (body: object) => {
      const { status, body: answer } = await api.put(`/api/v1/webhooks/${webhook_id}`, body);
      return [status, answer.error?.details?.[0]?.path.join('.')];
    };
    expect(await put({ url: 'https://one.example.com/b', security: { type: 'bearer_token' } })).toEqual([200, undefined]);
    expect(await put({ url: 'https://two.example.com/a' })).toEqual([400, 'security.token']);
    expect(await put({ security: { type: 'api_key' } })).toEqual([400, 'security.token']);
    expect(await put({ url: 'https://two.example.com/a', security: { type: 'bearer_token', token: 'new' } })).toEqual([200, undefined]);
    expect(await put({ url: 'https://three.example.com/a', security: { type: 'none' } })).toEqual([200, undefined]);
    expect(await service.sql('select sealed_credential from webhooks where webhook_id = $1', [webhook_id])).toEqual([
      { sealed_credential: null },
    ]);
  });

  it('are listed by every filter', async () => {
    const [one, two] = [
      await makeWebhook(api, { name: 'Alpha', url: 'https://a.example.com/x' }),
      await makeWebhook(api, {
        name: 'Beta',
        event_types: ['client.created'],
        is_active: false,
        payload_format: 'xml',
        is_test_mode: true,
      }),
    ];
    await service.sql(
      `update webhook_health set last_delivery_at = '2026-05-01T00:00:00Z', successful_deliveries = 1, failed_deliveries = 3 where webhook_id = $1`,
      [two.webhook_id],
    );
    const list = async (query: Record<string, string>) => {
      const { status, body } = await api.get('/api/v1/webhooks', { query });
      if (status !== 200) return status;
      expect(body.pagination.total).toBe(body.data.length);
      return (body.data as { name: string }[]).map(({ name }) => name).sort();
    };
    expect([one.name, two.name]).toEqual(['Alpha', 'Beta']);
    for (const [query, names] of [
      [{}, ['Alpha', 'Beta']],
      [{ name: 'alp' }, ['Alpha']],
      [{ url: 'a.example' }, ['Alpha']],
      [{ search: 'BET' }, ['Beta']],
      [{ event_type: 'asset.created' }, ['Alpha']],
      [{ event_type: 'asset.*' }, ['Alpha']],
      [{ event_type: 'client.created' }, ['Beta']],
      [{ is_active: 'false' }, ['Beta']],
      [{ is_test_mode: 'true' }, ['Beta']],
      [{ payload_format: 'xml' }, ['Beta']],
      [{ has_failures: 'true' }, ['Beta']],
      [{ has_failures: 'false' }, ['Alpha']],
      [{ last_delivery_from: '2026-04-30', last_delivery_to: '2026-05-02' }, ['Beta']],
      [{ last_delivery_from: '2026-05-02' }, []],
      [{ delivery_rate_min: '20', delivery_rate_max: '30' }, ['Beta']],
      [{ delivery_rate_min: '26' }, []],
      [{ delivery_rate_max: '101' }, 400],
      [{ sort: 'name', order: 'asc', limit: '1' }, 'paged'],
    ] as const) {
      if (names === 'paged') {
        const first = await api.get('/api/v1/webhooks', { query });
        const second = await api.get('/api/v1/webhooks', { query: { ...query, cursor: first.body.pagination.next_cursor } });
        expect([first.body.data[0].name, second.body.data[0].name, first.body.pagination.total]).toEqual(['Alpha', 'Beta', 2]);
      } else {
        expect([query, await list(query as Record<string, string>)]).toEqual([query, names]);
      }
    }
  });

  it('are tested at once, and tests count in no figure', async () => {
    const path = `/${randomUUID()}`;
    const { webhook_id, signing_secret } = await makeWebhook(api, { url: receiver.url(path) });
    const { body } = await api.post(`/api/v1/webhooks/${webhook_id}/test`, {});
    expect(body.data).toMatchObject({ success: true, status_code: 200, response_body: 'thank you', error_type: null });
    const [message] = receiver.at(path);
    expect(new Webhook(signing_secret).verify(message?.body ?? '', message?.headers as Record<string, string>)).toMatchObject({
      id: body.data.test_id,
      eventname: 'webhook.test',
      data: { webhook_id, webhook_name: 'Receiver', is_test: true },
    });
    receiver.answer(path, 418);
    const failed = await api.post(`/api/v1/webhooks/${webhook_id}/test`, { test_event_type: 'asset.created' });
    expect([failed.status, failed.body.data]).toEqual([
      200,
      expect.objectContaining({ success: false, status_code: 418, error_type: 'status' }),
    ]);
    expect(JSON.parse(receiver.at(path)[1]?.body ?? '')).toMatchObject({
      type: 'psa.assets.asset.created.v1',
      data: { asset_type: expect.any(String) },
    });
    expect((await api.post(`/api/v1/webhooks/${webhook_id}/test`, { test_event_type: 'no.such' })).status).toBe(400);
    const deliveries = (await api.get(`/api/v1/webhooks/${webhook_id}/deliveries`)).body.data;
    expect(deliveries).toMatchObject([
      { is_test: true, status: 'abandoned', attempt_number: 1 },
      { is_test: true, status: 'delivered' },
    ]);
    expect((await api.get(`/api/v1/webhooks/${webhook_id}`)).body.data).toMatchObject({ total_deliveries: 0, consecutive_failures: 0 });
    expect((await api.get(`/api/v1/webhooks/${webhook_id}/analytics`)).body.data.metrics).toMatchObject({
      total_deliveries: 0,
      success_rate: null,
    });
  });

  it('sign nothing and show no credential at an address that is not theirs', async () => {
    const path = `/${randomUUID()}`;
    const { webhook_id, signing_secret } = await makeWebhook(api, {
      url: 'https://real.example.com/',
      security: { type: 'bearer_token', token: 'hush-123' },
      custom_headers: { 'X-Team': 'ops' },
    });
    const { body } = await api.post('/api/v1/webhooks/test', { webhook_id, override_url: receiver.url(path), test_payload: { pay: 'me' } });
    expect(body.data).toMatchObject({ success: true, delivery_id: null });
    const [message] = receiver.at(path);
    expect(message?.headers).toMatchObject({ 'x-team': 'ops' });
    expect(message?.headers['authorization']).toBeUndefined();
    expect(() => new Webhook(signing_secret).verify(message?.body ?? '', message?.headers as Record<string, string>)).toThrow(
      'No matching signature',
    );
    expect((await api.post('/api/v1/webhooks/test', { webhook_id: randomUUID(), override_url: receiver.url(path) })).status).toBe(404);
    expect((await api.post('/api/v1/webhooks/test', {})).status).toBe(400);
  });

  it('are acted on together, each for itself', async () => {
    const path = `/${randomUUID()}`;
    const ids = [
      (await makeWebhook(api, { url: receiver.url(path) })).webhook_id,
      (await makeWebhook(api, { url: receiver.url(path) })).webhook_id,
    ];
    const unknown = randomUUID();
    const bulk = async (operation: string, webhook_ids: string[], from = api) =>
      (await from.post('/api/v1/webhooks/bulk', { operation, webhook_ids })).body.data;
    expect(await bulk('deactivate', [...ids, unknown])).toEqual({ processed: 2, errors: [`${unknown}: Webhook not found`] });
    expect((await api.get('/api/v1/webhooks', { query: { is_active: 'true' } })).body.data).toEqual([]);
    expect(await bulk('activate', ids)).toEqual({ processed: 2, errors: [] });
    expect(await bulk('test', ids)).toEqual({ processed: 2, errors: [] });
    await eventually(() => receiver.at(path).length === 2);
    const without = service.api({
      ...me,
      permissions: everyPermission.filter((name) => name !== 'webhook:delete' && name !== 'webhook:test'),
    });
    for (const operation of ['delete', 'test'])
      expect((await without.post('/api/v1/webhooks/bulk', { operation, webhook_ids: ids })).status).toBe(403);
    expect(await bulk('delete', ids)).toEqual({ processed: 2, errors: [] });
    expect((await api.post('/api/v1/webhooks/bulk', { operation: 'delete', webhook_ids: [ids[0], ids[0]] })).status).toBe(400);
    expect(await bulk('delete', ids)).toMatchObject({ processed: 0 });
  });

  it('say which events they are sent', async () => {
    const { webhook_id } = await makeWebhook(api, { event_types: ['client.deleted', 'asset.*'] });
    const { data } = (await api.get(`/api/v1/webhooks/${webhook_id}/subscriptions`)).body;
    expect(data).toContainEqual({ event_type: 'client.deleted', pattern: 'client.deleted', summary: expect.any(String) });
    expect(data.length).toBe(eventNames.filter((name) => name === 'client.deleted' || name.startsWith('asset.')).length);
    const types = (await api.get('/api/v1/webhooks/events')).body.data as { event_type: string; schema: { type: string } }[];
    expect(new Set(types.map(({ event_type }) => event_type))).toEqual(new Set(eventNames));
    expect(types.every(({ schema }) => schema.type === 'object')).toBe(true);
  });

  it('have their deliveries counted by time, event and outcome', async () => {
    const { webhook_id } = await makeWebhook(api, { is_active: false });
    await service.sql(
      `insert into webhook_deliveries (tenant, delivery_id, webhook_id, event_id, event_type, body, status, is_test, is_replay, duration_ms, created_at, completed_at, due_at)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), case when n < 3 then 'asset.created' else 'asset.deleted' end, '{}',
         case when n < 8 then 'delivered' when n = 8 then 'abandoned' else 'retrying' end, false, false, n * 10,
         timestamptz '2026-11-01T22:30:00Z' + n * interval '20 minutes', now(), case when n > 8 then now() + interval '1 day' end from generate_series(1, 9) n`,
      [me.tenant, webhook_id],
    );
    const range = { date_from: '2026-11-01', date_to: '2026-11-03' };
    const { metrics } = (await api.get(`/api/v1/webhooks/${webhook_id}/analytics`, { query: range })).body.data;
    expect(metrics).toEqual({
      total_deliveries: 9,
      successful_deliveries: 7,
      failed_deliveries: 1,
      success_rate: 87.5,
      average_response_time: 50,
      deliveries_by_status: { delivered: 7, abandoned: 1, retrying: 1 },
      deliveries_by_event_type: { 'asset.deleted': 7, 'asset.created': 2 },
      deliveries_timeline: [
        { date: '2026-11-01T00:00:00.000Z', successful: 4, failed: 0, open: 0 },
        { date: '2026-11-02T00:00:00.000Z', successful: 3, failed: 1, open: 1 },
      ],
      response_time_percentiles: { p50: 50, p90: 82, p95: 86, p99: 89.2 },
    });
    const all = (await api.get('/api/v1/webhooks/analytics', { query: { ...range, granularity: 'hour' } })).body.data;
    expect([all.webhook_id, all.metrics.total_deliveries, all.metrics.deliveries_timeline.length]).toEqual([null, 9, 4]);
    expect((await api.get('/api/v1/webhooks/analytics', { query: { date_from: '2026-01-01', date_to: '2026-11-01' } })).status).toBe(400);
    expect((await service.api(caller()).get('/api/v1/webhooks/analytics', { query: range })).body.data.metrics.total_deliveries).toBe(0);
  });

  it('leave nothing behind when they are deleted', async () => {
    const { webhook_id } = await makeWebhook(api);
    const kept = await makeWebhook(api, { url: CLOSED_RECEIVER });
    await assetCreated(service, me.tenant);
    await eventually(async () => (await service.sql('select 1 from webhook_deliveries where tenant = $1', [me.tenant])).length === 2);
    await api.delete(`/api/v1/webhooks/${webhook_id}`);
    expect((await api.get(`/api/v1/webhooks/${webhook_id}/deliveries`)).status).toBe(404);
    await service.tick('webhook-delivery-retention');
    expect(await service.sql('select distinct webhook_id from webhook_deliveries where tenant = $1', [me.tenant])).toEqual([
      { webhook_id: kept.webhook_id },
    ]);
    for (const table of ['webhook_secrets', 'webhook_health'])
      expect(await service.sql(`select webhook_id from ${table} where tenant = $1`, [me.tenant])).toEqual([
        { webhook_id: kept.webhook_id },
      ]);
    await service.sql("update webhook_deliveries set created_at = now() - interval '31 days' where tenant = $1", [me.tenant]);
    await service.tick('webhook-delivery-retention');
    expect(await service.sql('select 1 from webhook_deliveries where tenant = $1', [me.tenant])).toEqual([]);
    expect(await service.sql('select 1 from webhook_attempts where tenant = $1', [me.tenant])).toEqual([]);
  });

  it('are 200 at most', async () => {
    await makeWebhook(api);
    await service.sql(
      `insert into webhooks select tenant, gen_random_uuid(), name, url, description, method, event_types, event_filter, payload_format, content_type, payload_fields,
      payload_transformation, custom_headers, security, sealed_credential, retry_config, rate_limit, is_active, is_test_mode, metadata, tags, auto_disabled_at, disabled_reason,
      created_by_user_id from webhooks, generate_series(1, 199) where tenant = $1`,
      [me.tenant],
    );
    expect((await api.post('/api/v1/webhooks', aWebhook())).status).toBe(409);
  });
});
