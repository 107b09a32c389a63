import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contractLineEvents, contractLineRpc } from '@psa/contracts-billing';
import { callRpc } from '@psa/events-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { assignmentBody, lineBody, makeLine } from '../../testing/contract.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeService } from '../../testing/service.fixtures.ts';
import { addLineService } from '../../testing/usage.fixtures.ts';

const LINES = '/api/v1/contract-lines';

describe('Contract lines', () => {
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

  it('fills in what is not given and publishes the creation', async () => {
    const created = await api.post(LINES, lineBody({ contract_line_name: 'Care' }));
    expect(created.body.data).toMatchObject({ billing_timing: 'arrears', cadence_owner: 'client', is_active: true, base_rate: 12_000 });
    expect((await api.get(created.headers.get('location') ?? '')).body.data).toEqual(created.body.data);
    expect(await service.events(me.tenant)).toMatchObject([{ type: contractLineEvents.created.type, aggregateversion: 1 }]);
  });

  it('tells other services about a line of their tenant', async () => {
    const { contract_line_id } = await makeLine(api, { contract_line_name: 'Care' });
    const ask = (tenant: string) =>
      callRpc(
        service.running.broker,
        contractLineRpc.getContractLineFacts,
        { contract_line_id },
        { tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
      );
    expect(await ask(me.tenant)).toMatchObject({ contract_line: { contract_line_id, contract_line_name: 'Care', version: 1 } });
    expect(await ask(caller().tenant)).toEqual({ contract_line: null });
  });

  it('refuses a name that another line has, whatever its case', async () => {
    await makeLine(api, { contract_line_name: 'Care' });
    expect((await api.post(LINES, lineBody({ contract_line_name: 'CARE' }))).status).toBe(409);
  });

  it('demands the rate and threshold of overtime together', async () => {
    const refused = await api.post(LINES, lineBody({ enable_overtime: true, overtime_rate: 15_000 }));
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toMatchObject([{ path: ['overtime_threshold'] }]);
  });

  it('takes back what was read without changing anything', async () => {
    const created = await api.post(LINES, lineBody());
    expect((await api.put(created.headers.get('location') ?? '', created.body.data)).body).toEqual(created.body);
    expect(await service.events(me.tenant)).toHaveLength(1);
  });

  it('copies a line with rates changed by percent first and by the amount afterwards', async () => {
    const { contract_line_id: id } = await makeLine(api, { base_rate: 9_999, hourly_rate: 1_000 });
    const modify_rates = { percentage_change: 12.5, fixed_adjustment: -100 };
    const copy = await api.post(`${LINES}/${id}/copy`, { new_contract_line_name: 'Copy', modify_rates });
    expect(copy.body.data).toMatchObject({ base_rate: 11_149, hourly_rate: 1_025, is_custom: true });
    const below = { new_contract_line_name: 'Below', modify_rates: { fixed_adjustment: -2_000 } };
    expect((await api.post(`${LINES}/${id}/copy`, below)).status).toBe(400);
  });

  it('changes and deletes many lines or none, and none in a dry run', async () => {
    const [one, two] = [await makeLine(api), await makeLine(api)];
    const change = { contract_line_id: one.contract_line_id, base_rate: 1 };
    const nameTaken = { contract_line_id: two.contract_line_id, contract_line_name: one.contract_line_name };
    expect((await api.put(`${LINES}/bulk`, { contract_lines: [change, nameTaken] })).status).toBe(409);
    const shown = await api.put(`${LINES}/bulk`, { contract_lines: [change], dry_run: true });
    expect(shown.body.data).toMatchObject({ dry_run: true, contract_lines: [{ base_rate: 1 }] });
    const ids = [one.contract_line_id, two.contract_line_id];
    const unknown = await api.delete(`${LINES}/bulk`, { body: { contract_line_ids: [...ids, '00000000-0000-4000-8000-000000000000'] } });
    expect(unknown.body.error.details).toMatchObject([{ path: ['contract_line_ids', 2] }]);
    expect((await api.get(LINES)).body.data).toMatchObject([{ base_rate: 12_000 }, { base_rate: 12_000 }]);
    await api.put(`${LINES}/bulk`, { contract_lines: [change] });
    expect((await api.get(`${LINES}/${one.contract_line_id}`)).body.data.base_rate).toBe(1);
    expect((await api.delete(`${LINES}/bulk`, { body: { contract_line_ids: ids } })).body.data).toEqual({
      deleted_count: 2,
      dry_run: false,
    });
    expect((await api.get(LINES)).body.data).toEqual([]);
  });

  it('are found by the services they bill and by their monthly revenue', async () => {
    const weekly = await makeLine(api, { base_rate: 3_000, billing_frequency: 'weekly' });
    await makeLine(api);
    await addLineService(api, weekly.contract_line_id);
    await api.post('/api/v1/company-contract-lines', {
      ...(await assignmentBody(api, { contract_line_id: weekly.contract_line_id })),
      custom_rate: undefined,
    });
    const idsOf = async (query: string) =>
      (await api.get(`${LINES}?${query}`)).body.data.map(({ contract_line_id: id }: { contract_line_id: string }) => id);
    expect(await idsOf('has_services=true')).toEqual([weekly.contract_line_id]);
    expect(await idsOf('revenue_min=13000&revenue_max=13000')).toEqual([weekly.contract_line_id]);
    expect(await idsOf('revenue_min=13001')).toEqual([]);
  });

  it('are found by their monthly revenue in the currency of their clients', async () => {
    const line = await makeLine(api, { base_rate: null });
    const prices = [
      { currency_code: 'USD', rate: 5_000 },
      { currency_code: 'EUR', rate: 4_000 },
    ];
    const { service_id } = await makeService(api, { billing_method: 'fixed', prices });
    await addLineService(api, line.contract_line_id, { service_id, custom_rate: undefined });
    const assignment = await assignmentBody(api, { contract_line_id: line.contract_line_id });
    await api.put(`/api/v1/clients/${assignment['client_id'] as string}/billing-settings`, { currency_code: 'EUR' });
    await api.post('/api/v1/company-contract-lines', { ...assignment, custom_rate: undefined });
    const found = async (revenue: number) => (await api.get(`${LINES}?revenue_min=${revenue}&revenue_max=${revenue}`)).body.data.length;
    expect([await found(5_000), await found(4_000)]).toEqual([0, 1]);
  });

  it('creates many lines or none, and none in a dry run', async () => {
    const taken = { contract_lines: [lineBody({ contract_line_name: 'One' }), lineBody({ contract_line_name: 'one' })] };
    const refused = await api.post(`${LINES}/bulk`, taken);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toMatchObject([{ path: ['contract_lines', 1, 'contract_line_name'] }]);
    const dry = await api.post(`${LINES}/bulk`, { contract_lines: [lineBody()], dry_run: true });
    expect(dry.body.data).toMatchObject({ contract_lines: [{ base_rate: 12_000 }], dry_run: true });
    expect((await api.get(LINES)).body.pagination.total).toBe(0);
    expect(await service.events(me.tenant)).toHaveLength(0);
  });

  it('needs a reason to deactivate a line in use, and cannot delete it', async () => {
    const assignment = await assignmentBody(api);
    await api.post('/api/v1/company-contract-lines', assignment);
    const path = `${LINES}/${String(assignment.contract_line_id)}`;
    const refused = await api.put(`${path}/activation`, { is_active: false });
    expect(refused.status).toBe(409);
    expect(refused.body.error.details.dependencies).toMatchObject([{ type: 'client', count: 1 }]);
    const off = await api.put(`${path}/activation`, { is_active: false, reason: 'Sold no more' });
    expect(off.body.data).toMatchObject({ is_active: false, activation_reason: 'Sold no more' });
    expect((await api.delete(path)).status).toBe(409);
  });

  it('stays active until the day of its deactivation', async () => {
    const { contract_line_id: id } = await makeLine(api);
    const later = await api.put(`${LINES}/${id}/activation`, { is_active: false, effective_date: '2999-01-01' });
    expect(later.body.data).toMatchObject({ is_active: true, activation_date: '2999-01-01' });
    expect((await api.get(LINES, { query: { is_active: 'true' } })).body.pagination.total).toBe(1);
    const kept = await api.put(`${LINES}/${id}/activation`, { is_active: true, effective_date: '2999-02-01' });
    expect(kept.body.data).toMatchObject({ is_active: true });
  });

  it('filters by the number of clients', async () => {
    const assignment = await assignmentBody(api);
    await makeLine(api);
    await api.post('/api/v1/company-contract-lines', assignment);
    const used = await api.get(LINES, { query: { clients_count_min: 1 } });
    expect(used.body).toMatchObject({ data: [{ contract_line_id: assignment.contract_line_id }], pagination: { total: 1 } });
  });
});
