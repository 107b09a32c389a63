import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addMonths } from '@psa/calendar';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { makeContract } from '../../testing/contract.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';
import { assignLine } from '../../testing/invoice.fixtures.ts';
import { makeService } from '../../testing/service.fixtures.ts';
import { addLineService, aTemplate, makeUsage } from '../../testing/usage.fixtures.ts';

describe('figures of contracts', () => {
  let service: TestService;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
    api = service.api(caller());
  });
  afterAll(() => service.stop());

  it('tell the fees of a month, clients, churn and what invoices bill by a line', async () => {
    const { client_id, contract_line_id } = await assignLine(api, {
      base_rate: 12_000,
      billing_frequency: 'quarterly',
      contract_line_name: 'Care',
    });
    const storage = await addLineService(api, contract_line_id, {
      configuration_type: 'Usage',
      type_config: { unit_of_measure: 'GB', base_rate: 50 },
    });
    const gone = randomUUID();
    const { id: client_contract_id } = await makeContract(api, { client_id: gone });
    const assigned = await api.post('/api/v1/company-contract-lines', {
      client_id: gone,
      contract_line_id,
      client_contract_id,
      start_date: '2026-01-01',
      custom_rate: 6_000,
    });
    await api.delete(`/api/v1/company-contract-lines/${assigned.body.data.client_contract_line_id}`);
    await makeUsage(api, { client_id, service_id: storage, quantity: 10 });
    const generated = await api.post('/api/v1/invoices/generate', {
      client_id,
      period_start: '2026-06-01',
      period_end: '2026-07-02',
      finalize: true,
    });
    expect(generated.body.data.subtotal).toBe(12_500);
    expect((await api.get(`/api/v1/contract-lines/${contract_line_id}/analytics`)).body.data).toMatchObject({
      total_clients: 2,
      active_clients: 1,
      revenue: { monthly: 4_000, quarterly: 12_000, yearly: 48_000, average_per_client: 4_000 },
      usage_stats: { total_services: 1, most_used_services: [{ service_id: storage, billed_amount: 500 }] },
      growth_metrics: { churn_rate: 50, revenue_growth_rate: -33.3 },
    });
    const usage = await api.get(`/api/v1/contract-lines/${contract_line_id}/usage-metrics?period_start=2026-06-01&period_end=2026-06-30`);
    expect(usage.body.data).toMatchObject({
      usage_by_service: [{ service_id: storage, hours: 0, quantity: 10 }],
      cost_breakdown: { overage_cost: 0, total_cost: 12_500 },
    });
    expect((await api.get('/api/v1/billing-analytics/overview')).body.data).toMatchObject({
      total_plans: 1,
      total_contracts: 2,
      total_assignments: 1,
      plans_by_type: { Fixed: 1 },
      revenue_summary: {
        total_monthly_revenue: 4_000,
        top_revenue_plans: [{ contract_line_name: 'Care', monthly_revenue: 4_000, clients: 1 }],
      },
      churn_rate: 50,
    });
  });

  it('leave out what is not billed, and count a fee that is the sum of services', async () => {
    const monthly = async (contract_line_id: string) =>
      (await api.get(`/api/v1/contract-lines/${contract_line_id}/analytics`)).body.data.revenue.monthly as number;
    const found = async (contract_line_id: string) => {
      const { body } = await api.get('/api/v1/contract-lines', { query: { revenue_min: '1', limit: '100' } });
      return (body.data as { contract_line_id: string }[]).some((line) => line.contract_line_id === contract_line_id);
    };
    const summed = (await assignLine(api, { base_rate: null })).contract_line_id;
    await addLineService(api, summed, { service_id: (await makeService(api, { default_rate: 700 })).service_id, quantity: 3 });
    expect([await monthly(summed), await found(summed)]).toEqual([2_100, true]);
    const never = (await assignLine(api, {}, { is_active: false })).contract_line_id;
    const stopped = (await assignLine(api)).contract_line_id;
    await api.put(`/api/v1/contract-lines/${stopped}/activation`, {
      is_active: false,
      reason: 'Sold no more',
      effective_date: '2026-02-01',
    });
    const { id: client_contract_id, client_id } = await makeContract(api, { end_date: '2026-02-01' });
    const ended = (await assignLine(api, {}, { client_id, client_contract_id })).contract_line_id;
    for (const line of [never, stopped, ended]) expect([await monthly(line), await found(line)]).toEqual([0, false]);
  });

  it('leave out days on which an assignment was inactive, today and a month ago', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { contract_line_id } = await assignLine(api, { base_rate: 5_000 });
    const { id: client_contract_id, client_id } = await makeContract(api);
    await api.post('/api/v1/company-contract-lines', { client_id, contract_line_id, client_contract_id, start_date: '2026-01-01' });
    const activate = (is_active: boolean) => api.put(`/api/v1/contracts/${client_contract_id}`, { is_active });
    const figures = async () => (await api.get(`/api/v1/contract-lines/${contract_line_id}/analytics`)).body.data;
    const found = async (revenue: number) => {
      const query = { revenue_min: String(revenue), revenue_max: String(revenue), limit: '100' };
      const { body } = await api.get('/api/v1/contract-lines', { query });
      return (body.data as { contract_line_id: string }[]).some((line) => line.contract_line_id === contract_line_id);
    };
    await activate(false);
    await service.sql('update contracts set ended_on = $2 where contract_id = $1', [client_contract_id, addMonths(today, -2)]);
    expect(await figures()).toMatchObject({ active_clients: 1, revenue: { monthly: 5_000 } });
    expect(await found(5_000)).toBe(true);
    await activate(true);
    expect(await figures()).toMatchObject({
      active_clients: 2,
      revenue: { monthly: 10_000 },
      growth_metrics: { revenue_growth_rate: 100, churn_rate: 0 },
    });
    expect(await found(10_000)).toBe(true);
  });

  it('are of lines that templates made, with their services', async () => {
    const { service_id } = await makeService(api);
    const template = aTemplate({ default_services: [{ service_id, quantity: 2, default_rate: 900 }], is_public: true });
    const { body } = await api.post('/api/v1/contract-line-templates', template);
    const use = { contract_line_name: `From a template ${randomUUID()}` };
    const made = await api.post(`/api/v1/contract-line-templates/${body.data.template_id}/create-contract-line`, use);
    expect(made.body.data).toMatchObject({ contract_line_name: use.contract_line_name, base_rate: 12_000 });
    const copy = await api.post(`/api/v1/contract-lines/${made.body.data.contract_line_id}/copy`, {
      new_contract_line_name: `Copy ${randomUUID()}`,
      modify_rates: { percentage_change: 10 },
    });
    const services = (await api.get(`/api/v1/contract-lines/${copy.body.data.contract_line_id}/services`)).body.data as object[];
    expect(services).toMatchObject([{ service_id, quantity: 2, custom_rate: 990, configuration_type: 'Fixed' }]);
    expect((await api.post('/api/v1/contract-line-templates', template)).status).toBe(409);
  });
});
