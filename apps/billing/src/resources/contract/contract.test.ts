import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService, UNKNOWN } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { assignmentBody, makeContract, makeLine } from '../../testing/contract.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';

const ASSIGNMENTS = '/api/v1/company-contract-lines';

describe('Contracts and assignments', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
  });

  it('names the client that is unknown', async () => {
    const body = { contract_name: 'Care', billing_frequency: 'monthly', client_id: `${UNKNOWN}0000-4000-8000-000000000000` };
    const refused = await api.post('/api/v1/contracts', body);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toMatchObject([{ path: ['client_id'] }]);
  });

  it('is shown with the name of its client and its lines', async () => {
    const { id } = await makeContract(api);
    const { contract_line_id } = await makeLine(api);
    await api.post(`/api/v1/contracts/${id}/contract-lines`, { contract_line_id });
    const read = await api.get(`/api/v1/contracts/${id}`);
    expect(read.body.data).toMatchObject({ client_name: 'Acme', contract_line_ids: [contract_line_id], status: 'draft' });
    expect((await api.post(`/api/v1/contracts/${id}/contract-lines`, { contract_line_id })).status).toBe(409);
  });

  it('refuses days out of order, at a change too', async () => {
    const { id } = await makeContract(api, { end_date: '2026-06-01' });
    expect((await api.put(`/api/v1/contracts/${id}`, { start_date: '2026-06-01' })).status).toBe(400);
  });

  it('keeps a contract and its line while the line is billed under it', async () => {
    const body = await assignmentBody(api);
    const contract = `/api/v1/contracts/${String(body.client_contract_id)}`;
    await api.post(`${contract}/contract-lines`, { contract_line_id: body.contract_line_id });
    const assigned = await api.post(ASSIGNMENTS, body);
    const line = `${contract}/contract-lines/${String(body.contract_line_id)}`;
    expect((await api.delete(line)).status).toBe(409);
    expect((await api.delete(contract)).status).toBe(409);
    expect((await api.delete(assigned.headers.get('location') ?? '')).status).toBe(204);
    expect((await api.delete(line)).status).toBe(204);
  });

  it('lets windows of one line and client touch but not overlap', async () => {
    const body = await assignmentBody(api, { end_date: '2026-03-01' });
    expect((await api.post(ASSIGNMENTS, body)).status).toBe(201);
    expect((await api.post(ASSIGNMENTS, { ...body, start_date: '2026-02-28', end_date: null })).status).toBe(409);
    expect((await api.post(ASSIGNMENTS, { ...body, start_date: '2026-03-01', end_date: null })).status).toBe(201);
  });

  it('assigns once of several at the same time', async () => {
    const body = await assignmentBody(api);
    const replies = await Promise.all(Array.from({ length: 8 }, () => api.post(ASSIGNMENTS, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('refuses a contract of another client', async () => {
    const { id } = await makeContract(api);
    expect((await api.post(ASSIGNMENTS, await assignmentBody(api, { client_contract_id: id }))).status).toBe(400);
  });

  it('counts a price of 0 as a price, and a deactivated assignment as inactive', async () => {
    const { headers } = await api.post(ASSIGNMENTS, await assignmentBody(api));
    expect((await api.get(ASSIGNMENTS, { query: { has_custom_rate: 'true' } })).body.pagination.total).toBe(1);
    await api.delete(headers.get('location') ?? '');
    expect((await api.get(ASSIGNMENTS, { query: { is_active: 'false' } })).body.data).toMatchObject([{ is_active: false, custom_rate: 0 }]);
  });
});
