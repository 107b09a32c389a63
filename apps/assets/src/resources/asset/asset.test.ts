import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetEvents } from '@psa/contracts-assets';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset } from '../../testing/make.ts';

describe('assets', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => { service = await TestService.start(assetsService); });
  afterAll(() => service.stop());

  const newTenant = async () => {
    const me = caller();
    api = service.api(me);
    return { tenant: me.tenant, client: await aClient(service, me.tenant) };
  };

  it('creates an asset, tells of it, and reads it back', async () => {
    const { tenant, client } = await newTenant();
    const created = await api.post('/api/v1/assets', anAsset(client, { name: 'Front desk', serial_number: 'SN-1' }));
    expect(created.status).toBe(201);
    const { asset_id } = created.body.data.data;
    expect(created.headers.get('location')).toBe(`/api/v1/assets/${asset_id}`);

    const read = await api.get(`/api/v1/assets/${asset_id}`);
    expect(read.body).toMatchObject({ success: true, data: { data: { asset_id, name: 'Front desk', tenant, client_name: client.client_name } } });
    const [event] = await service.events(tenant);
    expect(event).toMatchObject({ type: assetEvents.created.type, subject: asset_id, aggregateversion: 1 });
  });

  it('counts and pages', async () => {
    const { client } = await newTenant();
    for (let index = 0; index < 5; index++) await api.post('/api/v1/assets', anAsset(client, { name: `Asset ${index}` }));
    const { body } = await api.get('/api/v1/assets', { query: { limit: 2, sort: 'name', order: 'asc' } });
    expect(body.data.data.map(({ name }: { name: string }) => name)).toEqual(['Asset 0', 'Asset 1']);
    expect(body.data.pagination).toMatchObject({ page: 1, limit: 2, total: 5, totalPages: 3, hasNext: true });
    const next = await api.get('/api/v1/assets', { query: { limit: 2, sort: 'name', order: 'asc', cursor: body.data.pagination.next_cursor } });
    expect(next.body.data.data.map(({ name }: { name: string }) => name)).toEqual(['Asset 2', 'Asset 3']);
  });
});
