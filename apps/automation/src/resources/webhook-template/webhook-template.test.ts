import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { assetCreated } from '../../testing/make-event.ts';
import { makeTemplate } from '../../testing/make-webhook.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { builtInTemplates } from './built-in-templates.ts';

describe('webhook templates', () => {
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

  it("are the product's and the tenant's, in one list", async () => {
    await makeTemplate(api, { name: 'Pager', category: 'on-call' });
    await makeTemplate(service.api(caller()), { name: 'Foreign' });
    const list = async (query: Record<string, string> = {}) => (await api.get('/api/v1/webhooks/templates', { query })).body;
    const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
    expect(names(await list())).toEqual(['Discord', 'Microsoft Teams', 'Pager', 'Slack']);
    expect(names(await list({ order: 'desc', limit: '2' }))).toEqual(['Slack', 'Pager']);
    const [first, seen] = [await list({ limit: '3' }), [] as string[]];
    seen.push(...names(first), ...names(await list({ limit: '3', cursor: first.pagination.next_cursor })));
    expect(seen).toEqual(['Discord', 'Microsoft Teams', 'Pager', 'Slack']);
    expect(first.pagination).toMatchObject({ total: 4, totalPages: 2, hasNext: true });
    expect(names(await list({ category: 'on-call' }))).toEqual(['Pager']);
    expect(names(await list({ is_system_template: 'false' }))).toEqual(['Pager']);
    expect(names(await list({ search: 'slack' }))).toEqual(['Slack']);
    expect(names(await list({ created_from: '2020-01-01' }))).toEqual(['Pager']);
    expect(names(await list({ sort: 'created_at', order: 'asc', limit: '1' }))).toEqual(['Pager']);
  });

  it('of the product are read and used, and not changed', async () => {
    for (const { template_id } of builtInTemplates) {
      expect((await api.get(`/api/v1/webhooks/templates/${template_id}`)).body.data.is_system_template).toBe(true);
      expect((await api.put(`/api/v1/webhooks/templates/${template_id}`, { name: 'Mine' })).status).toBe(409);
      expect((await api.delete(`/api/v1/webhooks/templates/${template_id}`)).status).toBe(409);
    }
  });

  it('make webhooks that send what they say', async () => {
    const path = `/${randomUUID()}`;
    const { status, body } = await api.post(`/api/v1/webhooks/templates/${builtInTemplates[0]?.template_id ?? ''}/create`, {
      name: 'Our channel',
      url: receiver.url(path),
      custom_config: { event_types: ['asset.created'], custom_headers: { 'X-Team': 'ops' } },
    });
    expect([status, body.data.signing_secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    await assetCreated(service, me.tenant, { asset_id: '0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b', name: 'Mailer' });
    const message = await eventually(() => receiver.at(path)[0]);
    expect(JSON.parse(message.body)).toEqual({ text: 'asset.created: Mailer (0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b)' });
    expect(message.headers['x-team']).toBe('ops');
  });

  it('merge headers, and name what is missing or wrong', async () => {
    const { template_id } = await makeTemplate(api, {
      default_config: { headers: { 'X-A': '1', 'X-B': '2' }, security_type: 'bearer_token' },
      required_fields: ['name', 'url', 'description'],
      supported_events: ['client.*'],
    });
    const use = (custom_config: object) =>
      api.post(`/api/v1/webhooks/templates/${template_id}/create`, { name: 'x', url: 'https://example.com', custom_config });
    const fault = async (custom_config: object) => (await use(custom_config)).body.error.details[0].path.join('.');
    expect(await fault({})).toBe('custom_config.description');
    expect(await fault({ description: 'd', method: 'TRACE' })).toBe('custom_config.method');
    expect(await fault({ description: 'd' })).toBe('security.token');
    const { data } = (await use({ description: 'd', security: { type: 'bearer_token', token: 't-123' }, custom_headers: { 'X-B': '3' } }))
      .body;
    expect(data).toMatchObject({ custom_headers: { 'X-A': '1', 'X-B': '3' }, event_types: ['client.*'], description: 'd' });
    expect(await service.sql('select count(*)::int as count from webhooks where tenant = $1', [me.tenant])).toEqual([{ count: 1 }]);
  });

  it('are refused for unknown events or a body without its template', async () => {
    const made = (body: object) => api.post('/api/v1/webhooks/templates', { name: 'x', category: 'y', ...body });
    expect((await made({ supported_events: ['nothing.*'] })).status).toBe(400);
    expect((await made({ default_config: { payload_format: 'custom' } })).status).toBe(400);
    expect((await made({ default_config: { headers: { Authorization: 'x' } } })).status).toBe(400);
  });
});
