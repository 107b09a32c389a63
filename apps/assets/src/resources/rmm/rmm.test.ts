import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rmmEvents } from '@psa/contracts-assets';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { anAgent, FakeTacticalRmm } from '../../testing/fake-tactical-rmm.ts';
import { aClient, anAsset } from '../../testing/make.ts';
import { enterpriseSettings } from '../../testing/fakes.ts';

const INTEGRATION = '/api/v1/integrations/rmm/tacticalrmm';

describe('remote monitoring of an asset, in the enterprise edition', () => {
  const { agent_id } = anAgent();
  let service: TestService;
  let fake: FakeTacticalRmm;
  let instance_url: string;
  let me: TestCaller;
  let api: TestApi;
  let asset: string;

  beforeAll(async () => {
    fake = new FakeTacticalRmm();
    instance_url = await fake.start();
    service = await TestService.start(assetsService, { settings: { ...enterpriseSettings, PSA_EGRESS_ALLOW: '127.0.0.1' } });
  });
  afterAll(async () => {
    await service.stop();
    await fake.stop();
  });
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    fake.agents = [anAgent()];
    fake.broken.clear();
    const { body } = await api.post(
      '/api/v1/assets',
      anAsset(await aClient(service, me.tenant), { serial_number: 'pf-123', name: 'Reception' }),
    );
    asset = `/api/v1/assets/${body.data.data.asset_id}`;
    await api.put(INTEGRATION, { instance_url, api_key: fake.apiKey });
    await api.post(`${INTEGRATION}/sync`);
    await eventually(async () => (await api.get(INTEGRATION)).body.data.sync_status === 'completed');
  });

  it('shows what the provider last said', async () => {
    const { status, body } = await api.get(`${asset}/rmm`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      provider: 'tacticalrmm',
      agent_status: 'online',
      last_check_in: '2026-11-20T09:15:00.123Z',
      current_user: 'jane',
      lan_ip: '10.0.5.20',
      wan_ip: '93.184.215.14',
      memory_total_gb: null,
      storage: [],
    });
    expect(body.data.uptime_seconds).toBe(Math.floor((Date.parse('2026-11-20T09:15:00.123Z') - 1_795_000_000_000) / 1000));
    expect(body._links.refresh).toEqual({ href: `/api/v2/assets/${asset.split('/').at(-1)}/rmm/refresh`, method: 'POST' });
  });

  it('fetches it anew, with hardware and software', async () => {
    fake.software.set(agent_id, [
      { name: '7-Zip', version: '24.07', publisher: 'Igor Pavlov', install_date: '2026-02-03', size: '5.6 MB' },
    ]);
    fake.agents = [anAgent({ status: 'offline', logged_username: 'joe' })];
    const { status, body } = await api.post(`${asset}/rmm/refresh`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      agent_status: 'offline',
      current_user: 'joe',
      memory_total_gb: 16,
      storage: [{ name: 'C:', total_gb: 237.9, free_gb: 101.2, utilization_percent: 57 }],
    });
    expect((await api.get(`${asset}/software`)).body.data).toMatchObject([{ name: '7-Zip', size_bytes: 5_872_026 }]);
    expect((await service.events(me.tenant)).map(({ type }) => type)).toContain(rmmEvents.deviceOffline.type);
  });

  it('gives the summary its health', async () => {
    expect((await api.get(`${asset}/summary`)).body.data).toMatchObject({ health_status: 'healthy', health_reason: null });
    fake.agents = [anAgent({ status: 'overdue', last_seen: new Date(Date.now() - 100 * 60 * 60 * 1000).toISOString() })];
    await api.post(`${asset}/rmm/refresh`);
    expect((await api.get(`${asset}/summary`)).body.data).toMatchObject({
      health_status: 'critical',
      health_reason: 'The agent is overdue for 4 days',
    });
  });

  it('restarts the device, and notes who wanted it', async () => {
    const { status, body } = await api.post(`${asset}/rmm/reboot`);
    expect([status, body]).toEqual([200, { success: true, message: 'The device is restarting' }]);
    const [action] = (await api.get(`${asset}/rmm/actions`)).body.data;
    expect(action).toMatchObject({
      kind: 'reboot',
      outcome: 'accepted',
      requested_by: me.userId,
      provider: 'tacticalrmm',
      message: 'The device is restarting',
    });
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({
      type: rmmEvents.actionDone.type,
      data: { kind: 'reboot', outcome: 'accepted' },
    });
  });

  it('says why the provider will not, and notes that too', async () => {
    fake.broken.set(`/agents/${agent_id}/reboot/`, { status: 400, body: '"Unable to contact the agent"' });
    const { status, body } = await api.post(`${asset}/rmm/reboot`, undefined, { headers: { 'idempotency-key': 'reboot-1' } });
    expect([status, body]).toMatchObject([400, { error: 'Unable to contact the agent', code: 'BAD_REQUEST' }]);
    expect((await api.get(`${asset}/rmm/actions`)).body.data).toMatchObject([
      { outcome: 'refused', message: 'Unable to contact the agent' },
    ]);
  });

  it('runs a script by its id', async () => {
    const { status, body } = await api.post(`${asset}/rmm/script`, { scriptId: ' 3 ' });
    expect([status, body]).toMatchObject([202, { success: true, message: 'will now be run on FRONT-DESK' }]);
    const { data } = (await api.get(`${asset}/rmm/actions`)).body;
    expect(data).toMatchObject([{ action_id: body.jobId, kind: 'script', detail: '3' }]);
    expect((await api.post(`${asset}/rmm/script`, { scriptId: '  ' })).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: ['scriptId'] }],
    });
    expect((await api.post(`${asset}/rmm/script`, { scriptId: '99' })).body).toMatchObject({
      code: 'BAD_REQUEST',
      error: 'There is no such script',
    });
  });

  it('gives out an address to take control, and notes it', async () => {
    const { body } = await api.get(`${asset}/rmm/remote-control`, { query: { type: 'shell' } });
    expect(body).toEqual({ data: { url: 'https://mesh.example.com/?login=t&viewmode=12', type: 'shell' } });
    expect((await api.get(`${asset}/rmm/remote-control`)).body).toEqual({ data: null });
    expect((await api.get(`${asset}/rmm/actions`)).body.data).toMatchObject([
      { detail: 'splashtop' },
      { kind: 'remote_control', detail: 'shell' },
    ]);
    expect((await api.get(`${asset}/rmm/remote-control`, { query: { type: 'telnet' } })).status).toBe(400);
  });

  it.each<[string, number, string]>([
    ['a server in trouble', 500, 'BAD_GATEWAY'],
    ['a key that was revoked', 401, 'CONFLICT'],
    ['a device that is gone', 404, 'NOT_FOUND'],
  ])('answers %s with a code of its own', async (_, status, code) => {
    fake.broken.set(`/agents/${agent_id}/reboot/`, { status, body: '{}' });
    expect((await api.post(`${asset}/rmm/reboot`)).body).toMatchObject({ code });
    expect((await api.get(`${asset}/rmm/actions`)).body.data).toMatchObject([{ outcome: 'failed' }]);
  });

  it('notices at a refresh that the device is gone', async () => {
    fake.agents = [];
    expect((await api.post(`${asset}/rmm/refresh`)).status).toBe(404);
    expect((await api.get(asset)).body.data.data.status).toBe('inactive');
    expect((await api.get(`${asset}/rmm`)).body.data).toMatchObject({ agent_status: 'offline' });
    expect((await api.post(`${asset}/rmm/reboot`)).status).toBe(404);
  });

  it('does nothing while the integration is switched off', async () => {
    await api.put(INTEGRATION, { instance_url, is_active: false });
    expect((await api.post(`${asset}/rmm/reboot`)).body).toMatchObject({ code: 'CONFLICT', error: 'The integration is not active' });
    expect((await api.get(`${asset}/rmm`)).body.data).not.toBeNull();
  });

  it('needs its own permission to act', async () => {
    const reader = service.api({ ...me, permissions: ['asset:read', 'asset:update'] });
    expect((await reader.get(`${asset}/rmm`)).status).toBe(200);
    for (const answer of [
      await reader.post(`${asset}/rmm/reboot`),
      await reader.post(`${asset}/rmm/script`, { scriptId: '3' }),
      await reader.get(`${asset}/rmm/remote-control`),
    ]) {
      expect(answer.status).toBe(403);
    }
  });

  it('has nothing to say of an asset that no provider manages', async () => {
    const other = (await api.post('/api/v1/assets', anAsset(await aClient(service, me.tenant)))).body.data.data.asset_id;
    expect((await api.get(`/api/v1/assets/${other}/rmm`)).body).toMatchObject({
      data: null,
      message: 'The asset is not managed by a remote-monitoring provider',
    });
    expect((await api.post(`/api/v1/assets/${other}/rmm/refresh`)).status).toBe(404);
    expect((await api.get(`/api/v1/assets/${randomUUID()}/rmm`)).status).toBe(404);
  });
});

describe('remote monitoring in the community edition', () => {
  let service: TestService;
  let api: TestApi;
  let asset: string;

  beforeAll(async () => {
    service = await TestService.start(assetsService);
    const me = caller();
    api = service.api(me);
    asset = `/api/v1/assets/${(await api.post('/api/v1/assets', anAsset(await aClient(service, me.tenant)))).body.data.data.asset_id}`;
  });
  afterAll(() => service.stop());

  it('shows nothing, and says why', async () => {
    expect(await api.get(`${asset}/rmm`)).toMatchObject({
      status: 200,
      body: { data: null, message: 'Remote monitoring is part of the enterprise edition' },
    });
    expect(await api.get(`${asset}/rmm/remote-control`)).toMatchObject({ status: 200, body: { data: null } });
  });

  it('does nothing', async () => {
    for (const answer of [
      await api.post(`${asset}/rmm/refresh`),
      await api.post(`${asset}/rmm/reboot`),
      await api.post(`${asset}/rmm/script`, { scriptId: '3' }),
    ]) {
      expect(answer).toMatchObject({
        status: 403,
        body: { error: 'Remote monitoring is part of the enterprise edition', code: 'FORBIDDEN' },
      });
    }
    expect((await api.get(`${asset}/rmm/actions`)).body.data).toEqual([]);
  });

  it('connects no provider', async () => {
    expect((await api.get('/api/v1/integrations/rmm')).body.data).toEqual([]);
    expect((await api.put(INTEGRATION, { instance_url: 'https://rmm.example.com', api_key: 'key' })).status).toBe(403);
    await service.tick('rmm-sync');
  });
});
