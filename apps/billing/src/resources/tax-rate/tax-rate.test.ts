import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';

describe('tax rates', () => {
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

  const path = '/api/v1/financial/tax/rates';
  const make = (given = {}) => api.post(path, { region_code: 'CH', tax_percentage: 8.1, start_date: '2024-01-01', ...given });

  it('keep their percentage exactly and their days as days', async () => {
    const made = await make({ tax_percentage: 2.6375, end_date: '2025-01-01' });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ tax_percentage: 2.6375, start_date: '2024-01-01', end_date: '2025-01-01' });
    expect((await api.get(`${path}/${made.body.data.tax_rate_id}`)).body.data).toEqual(made.body.data);
  });

  it('refuse a fifth decimal, a percentage above 100 and an end before the start', async () => {
    for (const given of [{ tax_percentage: 8.12345 }, { tax_percentage: 100.1 }, { end_date: '2024-01-01' }])
      expect((await make(given)).status).toBe(400);
  });

  it('give a region one rate a day', async () => {
    await make({ end_date: '2025-01-01' });
    expect((await make({ start_date: '2024-12-31' })).status).toBe(409);
    expect((await make({ start_date: '2023-01-01' })).status).toBe(409);
    const next = await make({ start_date: '2025-01-01' });
    expect(next.status).toBe(201);
    expect((await make({ region_code: 'DE' })).status).toBe(201);
    expect((await api.put(next.headers.get('location') ?? '', { start_date: '2024-06-01' })).status).toBe(409);
  });

  it('give a region one rate a day when ten are made at once', async () => {
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await make()).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
  });

  it('are listed by region and by the day they apply', async () => {
    await make({ end_date: '2025-01-01' });
    await make({ start_date: '2025-01-01', tax_percentage: 8.5 });
    await make({ region_code: 'DE', tax_percentage: 19 });
    const { body } = await api.get(path, { query: { region_code: 'CH', on_date: '2025-01-01' } });
    expect(body).toMatchObject({ data: [{ tax_percentage: 8.5 }], pagination: { total: 1 } });
    const percentages = async (query: Record<string, string>) =>
      ((await api.get(path, { query: { region_code: 'CH', ...query } })).body.data as { tax_percentage: number }[]).map(
        ({ tax_percentage }) => tax_percentage,
      );
    expect(await percentages({ effective_date: '2025-01-01' })).toEqual([8.5]);
    expect(await percentages({ is_active: 'true' })).toEqual([8.5]);
    expect(await percentages({ is_active: 'false' })).toEqual([8.1]);
  });
});
