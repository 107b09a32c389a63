import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { serviceRpc, serviceUsageRpc } from '@psa/contracts-billing';
import { callRpc } from '@psa/events-kit';
import { caller, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeLine } from '../../testing/contract.fixtures.ts';
import { makeService, serviceBody } from '../../testing/service.fixtures.ts';
import { addLineService } from '../../testing/usage.fixtures.ts';

describe('services', () => {
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

  const unknown = `${UNKNOWN}0000-4000-8000-000000000000`;

  it('take a rate as a number or its digits, and no fraction of a minor unit', async () => {
    expect(await makeService(api, { default_rate: '15000' })).toMatchObject({
      default_rate: 15_000,
      item_kind: 'service',
      is_active: true,
    });
    for (const default_rate of [150.5, '150.5', -1, 'much', '']) {
      const refused = await api.post('/api/v1/services', await serviceBody(api, { default_rate }));
      expect(refused.status).toBe(400);
    }
  });

  it('name the reference that is unknown', async () => {
    for (const field of ['custom_service_type_id', 'tax_rate_id', 'category_id']) {
      const { status, body } = await api.post('/api/v1/services', await serviceBody(api, { [field]: unknown }));
      expect(status).toBe(400);
      expect(body.error.details[0].path).toEqual([field]);
    }
  });

  it('have prices by currency, one for each', async () => {
    const prices = [
      { currency_code: 'JPY', rate: 18_000 },
      { currency_code: 'KWD', rate: 36_500 },
    ];
    const { service_id } = await makeService(api, { prices });
    const path = `/api/v1/services/${service_id}`;
    expect((await api.get(path)).body.data.prices).toEqual(prices);
    expect((await api.put(path, { prices: [prices[0], prices[0]] })).status).toBe(400);
    expect((await api.put(path, { prices: [prices[0]] })).body.data.prices).toEqual([prices[0]]);
    expect((await api.put(path, {})).status).toBe(400);
  });

  it('have each a sku of their own', async () => {
    await makeService(api, { sku: 'NET-1', item_kind: 'product' });
    expect((await api.post('/api/v1/services', await serviceBody(api, { sku: 'NET-1' }))).status).toBe(409);
  });

  it('are listed by kind, category, method and text', async () => {
    const category_id = 'aaaaaaaa-0000-4000-8000-000000000000';
    await makeService(api, { service_name: 'Firewall', item_kind: 'product', billing_method: 'fixed' });
    await makeService(api, { service_name: 'Backup', category_id, is_active: false });
    const names = async (query: Record<string, string>) => {
      const { body } = await api.get('/api/v1/services', { query: { ...query, order: 'asc' } });
      expect(body.pagination.total).toBe(body.data.length);
      return (body.data as { service_name: string }[]).map(({ service_name }) => service_name);
    };
    expect(await names({})).toEqual(['Backup', 'Firewall']);
    expect(await names({ item_kind: 'product' })).toEqual(['Firewall']);
    expect(await names({ item_kind: 'any' })).toEqual(['Backup', 'Firewall']);
    expect(await names({ category_id })).toEqual(['Backup']);
    expect(await names({ category_id: 'null' })).toEqual(['Firewall']);
    expect(await names({ billing_method: 'fixed' })).toEqual(['Firewall']);
    expect(await names({ is_active: 'false' })).toEqual(['Backup']);
    expect(await names({ search: 'fire' })).toEqual(['Firewall']);
  });

  it('are not deleted while something is billed by them', async () => {
    const { service_id } = await makeService(api);
    await addLineService(api, (await makeLine(api)).contract_line_id, { service_id });
    const { status, body } = await api.delete(`/api/v1/services/${service_id}`);
    expect({ status, details: body.error.details }).toEqual({
      status: 409,
      details: { code: 'in_use', dependencies: [{ type: 'contract_line', count: 1, label: '1 contract line' }] },
    });
  });

  it('are counted by category for the desk', async () => {
    const category_id = 'bbbbbbbb-0000-4000-8000-000000000000';
    await makeService(api, { category_id });
    await makeService(api, { category_id });
    await makeService(api);
    const asked = callRpc(
      service.running.broker,
      serviceUsageRpc.countServicesByCategory,
      {},
      { tenant: me.tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
    );
    expect(await asked).toEqual({ categories: [{ category_id, services: 2 }] });
  });

  it('are told to who asks for one, and null for one of another tenant', async () => {
    const { service_id } = await makeService(api, { default_rate: 9_500 });
    const asked = (tenant: string) =>
      callRpc(
        service.running.broker,
        serviceRpc.getServiceFacts,
        { service_id },
        { tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
      );
    expect(await asked(me.tenant)).toMatchObject({ service: { service_id, default_rate: 9_500, is_active: true, version: 1 } });
    expect(await asked(caller().tenant)).toEqual({ service: null });
  });
});
