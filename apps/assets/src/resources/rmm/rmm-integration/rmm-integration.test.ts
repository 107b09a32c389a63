import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rmmEvents } from '@psa/contracts-assets';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../../assets-service.ts';
import { anAgent, FakeTacticalRmm } from '../../../testing/fake-tactical-rmm.ts';
import { aClient, anAsset } from '../../../testing/make.ts';
import { enterpriseSettings } from '../../../testing/fakes.ts';

const LIST = '/api/v1/integrations/rmm';
const INTEGRATION = `${LIST}/tacticalrmm`;

describe('the integration with a remote-monitoring provider', () => {
  let service: TestService;
  let fake: FakeTacticalRmm;
  let instance_url: string;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    fake = new FakeTacticalRmm();
    instance_url = await fake.start();
    service = await TestService.start(assetsService, { settings: { ...enterpriseSettings, PSA_EGRESS_ALLOW: '127.0.0.1' } });
  });
  afterAll(async () => {
    await service.stop();
    await fake.stop();
  });
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    fake.agents = [anAgent()];
    fake.clients = [{ id: 7, name: 'Acme' }];
    fake.software.clear();
    fake.broken.clear();
  });

  const connect = (given: object = {}) => api.put(INTEGRATION, { instance_url, api_key: fake.apiKey, ...given });
  const sync = async (syncType = 'incremental') => {
    expect((await api.post(`${INTEGRATION}/sync`, { syncType })).status).toBe(202);
    return ended();
  };
  const ended = () =>
    eventually(async () => {
      const { data } = (await api.get(INTEGRATION)).body;
      return ['completed', 'error'].includes(data.sync_status) && data;
    });
  const assets = async (query = {}) =>
    (await api.get('/api/v1/assets', { query: { sort: 'name', order: 'asc', ...query } })).body.data.data;

  describe('is set up', () => {
    it('from nothing, and never shows its key', async () => {
      expect((await api.get(LIST)).body.data).toMatchObject([
        { provider: 'tacticalrmm', name: 'Tactical RMM', is_configured: false, sync_status: 'pending' },
      ]);
      const { status, body, text } = await connect();
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        provider: 'tacticalrmm',
        is_configured: true,
        instance_url,
        has_api_key: true,
        is_active: true,
        sync_status: 'pending',
        settings: { sync_interval_minutes: 60, create_assets: true, clients: {} },
      });
      for (const answer of [text, (await api.get(INTEGRATION)).text, (await api.get(LIST)).text]) expect(answer).not.toContain(fake.apiKey);
    });

    it('with its key sealed in the database', async () => {
      await connect();
      const [row] = await service.sql('select sealed_api_key from rmm_integrations where tenant = $1', [me.tenant]);
      expect(row.sealed_api_key).toMatch(/^v2\./);
      expect(row.sealed_api_key).not.toContain(fake.apiKey);
    });

    it('so that a key that was moved to another tenant opens nothing', async () => {
      await connect();
      const thief = caller();
      await service.api(thief).put(INTEGRATION, { instance_url, api_key: fake.apiKey });
      const [mine] = await service.sql<{ sealed_api_key: string }>('select sealed_api_key from rmm_integrations where tenant = $1', [
        me.tenant,
      ]);
      await service.sql('update rmm_integrations set sealed_api_key = $1 where tenant = $2', [mine?.sealed_api_key, thief.tenant]);
      expect((await service.api(thief).get(`${INTEGRATION}/scopes`)).body.error).toMatchObject({ code: 'CONFLICT' });
    });

    it.each<[string, object, (string | number)[]]>([
      ['without a key', { api_key: undefined }, ['api_key']],
      ['with a key the server does not take', { api_key: 'wrong' }, ['api_key']],
      ['at an address that is none', { instance_url: 'rmm.example.com' }, ['instance_url']],
      ['at an address without TLS', { instance_url: 'http://rmm.example.com' }, ['instance_url']],
      ['at a private address', { instance_url: 'https://10.0.0.5' }, ['instance_url']],
      ['at a private address, switched off', { instance_url: 'https://169.254.169.254', is_active: false }, ['instance_url']],
      ['where nobody answers', { instance_url: 'http://127.0.0.1:1' }, ['instance_url']],
      ['with an interval that is too short', { settings: { sync_interval_minutes: 5 } }, ['settings', 'sync_interval_minutes']],
      ['for a client that is none', { settings: { clients: { 7: randomUUID() } } }, ['settings', 'clients', '7']],
    ])('not %s', async (_, given, path) => {
      const { status, body } = await connect(given);
      expect([status, body.error.details]).toMatchObject([400, [{ path }]]);
      expect((await api.get(INTEGRATION)).body.data.is_configured).toBe(false);
    });

    it('and changed without the key, as long as it stays at its server', async () => {
      await connect();
      const { body } = await api.put(INTEGRATION, { instance_url, settings: { create_assets: false } });
      expect(body.data.settings).toEqual({ sync_interval_minutes: 60, create_assets: false, clients: {} });
      const elsewhere = await api.put(INTEGRATION, { instance_url: 'https://elsewhere.example.com' });
      expect([elsewhere.status, elsewhere.body.error.details]).toMatchObject([400, [{ path: ['api_key'] }]]);
    });

    it('at the version that was read, and deleted with what it knew of devices', async () => {
      const etag = (await connect()).headers.get('etag') as string;
      expect((await connect({ settings: { create_assets: false } })).status).toBe(200);
      expect((await api.delete(INTEGRATION, { headers: { 'if-match': etag } })).status).toBe(412);
      expect((await api.delete(INTEGRATION)).status).toBe(204);
      expect((await api.delete(INTEGRATION)).status).toBe(404);
      expect((await api.get(INTEGRATION)).body.data.is_configured).toBe(false);
    });

    it('only with a provider there is', async () => {
      for (const answer of [
        await api.get(`${LIST}/ninjaone`),
        await api.put(`${LIST}/ninjaone`, { instance_url }),
        await api.post(`${LIST}/ninjaone/sync`, {}),
      ]) {
        expect(answer.status).toBe(404);
      }
    });

    it("and lists the provider's clients with those they stand for", async () => {
      const [acme, globex] = [await aClient(service, me.tenant, 'ACME'), await aClient(service, me.tenant, 'Globex')];
      fake.clients = [
        { id: 7, name: 'Acme' },
        { id: 8, name: 'Globex Ltd' },
        { id: 9, name: 'Nobody' },
      ];
      await connect({ settings: { clients: { 8: globex.client_id } } });
      expect((await api.get(`${INTEGRATION}/scopes`)).body.data).toEqual([
        { external_scope_id: '7', name: 'Acme', client_id: acme.client_id },
        { external_scope_id: '8', name: 'Globex Ltd', client_id: globex.client_id },
        { external_scope_id: '9', name: 'Nobody', client_id: null },
      ]);
    });
  });

  describe('synchronises', () => {
    it('devices to assets with their serial number, and leaves alone what is the PSA’s own', async () => {
      const { client_id } = await aClient(service, me.tenant, 'Elsewhere');
      await api.post(
        '/api/v1/assets',
        anAsset({ client_id }, { name: 'Reception', asset_tag: 'TAG-1', serial_number: 'pf-123', extension_data: { gpu_model: 'None' } }),
      );
      await connect();
      expect(await sync()).toMatchObject({
        sync_status: 'completed',
        last_error: null,
        last_result: { devices: 1, linked: 1, created: 0, unassigned: 0 },
      });
      expect(await assets()).toMatchObject([
        {
          name: 'Reception',
          asset_tag: 'TAG-1',
          client_id,
          serial_number: 'pf-123',
          status: 'active',
          extension_data: { gpu_model: 'None', os_type: 'Windows', agent_version: '2.8.0', lan_ip: '10.0.5.20' },
        },
      ]);
    });

    it('devices of a client of the same name to new assets', async () => {
      const { client_id } = await aClient(service, me.tenant, 'acme');
      await connect();
      expect((await sync()).last_result).toMatchObject({ devices: 1, created: 1 });
      expect(await assets()).toMatchObject([
        { name: 'FRONT-DESK', asset_type: 'workstation', client_id, serial_number: 'PF-123', status: 'active' },
      ]);
    });

    it('devices of a mapped client', async () => {
      const { client_id } = await aClient(service, me.tenant, 'Globex');
      await connect({ settings: { clients: { 7: client_id } } });
      await sync();
      expect(await assets()).toMatchObject([{ client_id }]);
    });

    it('no device without a client, nor where no assets may be made', async () => {
      await connect();
      expect((await sync()).last_result).toMatchObject({ devices: 1, unassigned: 1 });
      await aClient(service, me.tenant, 'Acme');
      await connect({ settings: { create_assets: false } });
      expect((await sync()).last_result).toMatchObject({ unassigned: 1 });
      await connect({ settings: { create_assets: true } });
      expect((await sync()).last_result).toMatchObject({ created: 1, unassigned: 0 });
    });

    it('no device by a serial number that several assets have', async () => {
      const client = await aClient(service, me.tenant, 'Acme');
      for (const name of ['One', 'Two']) await api.post('/api/v1/assets', anAsset(client, { name, serial_number: 'PF-123' }));
      await connect();
      expect((await sync()).last_result).toMatchObject({ unassigned: 1, linked: 0, created: 0 });
    });

    it('one of two devices that claim the same serial number', async () => {
      const client = await aClient(service, me.tenant, 'Elsewhere');
      await api.post('/api/v1/assets', anAsset(client, { serial_number: 'PF-123' }));
      fake.agents = [anAgent({ agent_id: 'one' }), anAgent({ agent_id: 'two' })];
      await connect();
      expect((await sync()).last_result).toMatchObject({ devices: 2, linked: 1, unassigned: 1 });
    });

    it('the same devices again without a change', async () => {
      await aClient(service, me.tenant, 'Acme');
      await connect();
      await sync();
      const [before] = await assets();
      expect((await sync()).last_result).toMatchObject({ devices: 1, created: 0, linked: 0, updated: 0 });
      expect(await assets()).toEqual([before]);
      fake.agents = [anAgent({ version: '2.9.0' })];
      expect((await sync()).last_result).toMatchObject({ updated: 1 });
      expect((await assets())[0].extension_data).toMatchObject({ agent_version: '2.9.0' });
    });

    it('not what a person has renamed, moved or deleted', async () => {
      const [, globex] = [await aClient(service, me.tenant, 'Acme'), await aClient(service, me.tenant, 'Globex')];
      await connect();
      await sync();
      const [{ asset_id }] = await assets();
      await api.put(`/api/v1/assets/${asset_id}`, {
        name: 'Reception',
        asset_tag: 'TAG-9',
        client_id: globex.client_id,
        serial_number: 'typed in',
      });
      await sync('full');
      expect(await assets()).toMatchObject([
        { name: 'Reception', asset_tag: 'TAG-9', client_id: globex.client_id, serial_number: 'typed in' },
      ]);
      await api.delete(`/api/v1/assets/${asset_id}`);
      expect((await sync()).last_result).toMatchObject({ unassigned: 1, created: 0 });
      expect(await assets()).toEqual([]);
    });

    it('hardware, patches and software in full', async () => {
      await aClient(service, me.tenant, 'Acme');
      fake.software.set(anAgent().agent_id, [
        { name: '7-Zip', version: '24.07', publisher: 'Igor Pavlov', install_date: '2026-02-03', size: '5 MB' },
      ]);
      fake.updates.set(anAgent().agent_id, [{ installed: false, action: 'approve', result: 'failed' }]);
      await connect();
      await sync('full');
      const [{ asset_id, extension_data }] = await assets();
      expect(extension_data).toMatchObject({ ram_gb: 16, pending_patches: 1, failed_patches: 1 });
      expect((await api.get(`/api/v1/assets/${asset_id}/software`)).body.data).toMatchObject([{ name: '7-Zip', version: '24.07' }]);
      // What the list does not say is kept.
      await sync();
      expect((await api.get(`/api/v1/assets/${asset_id}/rmm`)).body.data).toMatchObject({ memory_total_gb: 16 });
    });

    it('away what the provider no longer has, when it has looked at all', async () => {
      await aClient(service, me.tenant, 'Acme');
      fake.agents = [anAgent(), anAgent({ agent_id: 'two', hostname: 'SECOND', serial_number: 'PF-2' })];
      await connect();
      await sync();
      fake.agents = [anAgent()];
      expect((await sync()).last_result).toMatchObject({ removed: 0 });
      expect((await sync('full')).last_result).toMatchObject({ devices: 1, removed: 1 });
      expect(await assets()).toMatchObject([
        { name: 'FRONT-DESK', status: 'active' },
        { name: 'SECOND', status: 'inactive' },
      ]);
      expect((await service.events(me.tenant)).map(({ type }) => type)).toContain(rmmEvents.deviceRemoved.type);
      expect((await sync('full')).last_result).toMatchObject({ removed: 0 });
    });

    it('and tells of it', async () => {
      await connect();
      await sync();
      const told = (await service.events(me.tenant)).filter(({ type }) => type.includes('rmm_integration'));
      expect(told.map(({ type, aggregateversion }) => [type, aggregateversion])).toEqual([
        ['psa.assets.rmm_integration.configured.v1', 1],
        [rmmEvents.syncStarted.type, 2],
        [rmmEvents.syncCompleted.type, 3],
      ]);
    });

    it('not when the server is down, and says why', async () => {
      await connect();
      fake.broken.set('/agents/', { status: 503, body: 'down' });
      expect(await sync()).toMatchObject({ sync_status: 'error', last_error: 'The server answered with status 503', last_sync_at: null });
      fake.broken.clear();
      expect(await sync()).toMatchObject({ sync_status: 'completed', last_error: null });
    });

    it('one run at a time, and not while it is switched off', async () => {
      await connect();
      await service.sql("update rmm_integrations set sync_status = 'syncing', sync_started_at = now() where tenant = $1", [me.tenant]);
      expect((await api.post(`${INTEGRATION}/sync`, {})).body.error).toMatchObject({
        code: 'CONFLICT',
        message: 'A synchronisation is in progress',
      });
      // A run whose process has died is taken over.
      await service.sql("update rmm_integrations set sync_started_at = now() - interval '16 minutes' where tenant = $1", [me.tenant]);
      await sync();
      await connect({ is_active: false });
      expect((await api.post(`${INTEGRATION}/sync`, {})).body.error).toMatchObject({
        code: 'CONFLICT',
        message: 'The integration is not active',
      });
    });

    it('by itself when its time has come, in full once a day', async () => {
      await connect();
      await service.tick('rmm-sync');
      expect(await ended()).toMatchObject({ sync_status: 'completed', last_result: { sync_type: 'full' } });
      const { last_sync_at } = (await api.get(INTEGRATION)).body.data;
      await service.tick('rmm-sync');
      expect((await api.get(INTEGRATION)).body.data.last_sync_at).toBe(last_sync_at);
      await service.sql("update rmm_integrations set sync_started_at = now() - interval '61 minutes' where tenant = $1", [me.tenant]);
      await service.tick('rmm-sync');
      const { data } = (await api.get(INTEGRATION)).body;
      expect([data.last_sync_at > last_sync_at, data.last_result.sync_type]).toEqual([true, 'incremental']);
    });
  });
});
