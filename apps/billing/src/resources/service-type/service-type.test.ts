import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { serviceTypeEvents, serviceTypeRpc } from '@psa/contracts-billing';
import { callRpc } from '@psa/events-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeService } from '../../testing/service.fixtures.ts';

describe('service types', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const make = (name: string, given = {}) => api.post('/api/v1/service-types', { name, billing_method: 'fixed', ...given });

  it('are created with an event, and read back', async () => {
    const made = await make('Managed network', { order_number: 2 });
    expect(made.status).toBe(201);
    expect((await api.get(made.headers.get('location') ?? '')).body.data).toEqual(made.body.data);
    expect(await service.events(me.tenant)).toMatchObject([{ type: serviceTypeEvents.created.type, aggregateversion: 1 }]);
  });

  it('have each a name of their own, whatever its case', async () => {
    await make('Network');
    expect((await make('NETWORK')).status).toBe(409);
    const other = await make('Other');
    expect((await api.put(other.headers.get('location') ?? '', { name: 'network' })).status).toBe(409);
  });

  it('are changed from the version that was read alone', async () => {
    const made = await make('First');
    const ifMatch = { headers: { 'if-match': made.headers.get('etag') ?? '' } };
    const path = made.headers.get('location') ?? '';
    expect((await api.put(path, { order_number: 7 }, ifMatch)).body.data).toMatchObject({ name: 'First', order_number: 7 });
    expect((await api.put(path, { order_number: 8 }, ifMatch)).status).toBe(412);
  });

  it('are listed by name and by billing method', async () => {
    await make('One');
    await make('Two', { billing_method: 'usage' });
    const list = async (query: Record<string, string>) => (await api.get('/api/v1/service-types', { query })).body;
    expect(await list({ billing_method: 'usage' })).toMatchObject({ data: [{ name: 'Two' }], pagination: { total: 1 } });
    expect(await list({ name: 'on' })).toMatchObject({ data: [{ name: 'One' }], pagination: { total: 1 } });
  });

  it('are imported all together, those that are there already left as they are', async () => {
    await make('Hourly');
    const identity = { tenant: me.tenant, actor: { id: me.userId, type: 'user' }, correlationId: 'test' } as const;
    const wanted = [
      { name: 'HOURLY', billing_method: 'hourly', order_number: 0 } as const,
      { name: 'Managed', billing_method: 'fixed', order_number: 1 } as const,
    ];
    const ask = () => callRpc(service.running.broker, serviceTypeRpc.importServiceTypes, { service_types: wanted }, identity);
    expect((await ask()).service_types.map(({ is_new }) => is_new)).toEqual([false, true]);
    expect((await ask()).service_types.map(({ is_new }) => is_new)).toEqual([false, false]);
    const { service_types } = await callRpc(service.running.broker, serviceTypeRpc.listServiceTypes, {}, identity);
    expect(service_types.map(({ name, billing_method }) => [name, billing_method])).toEqual([
      ['Hourly', 'fixed'],
      ['Managed', 'fixed'],
    ]);
  });

  it('are not deleted while services are of them', async () => {
    const { custom_service_type_id } = await makeService(api);
    const refused = await api.delete(`/api/v1/service-types/${custom_service_type_id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details.dependencies).toEqual([{ type: 'service', count: 1, label: '1 service' }]);
    const free = await make('Free');
    expect((await api.delete(free.headers.get('location') ?? '')).status).toBe(204);
  });
});
