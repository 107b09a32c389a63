import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { discountEvents } from '@psa/contracts-billing';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { makeLine } from '../../testing/contract.fixtures.ts';
import { aDiscount } from '../../testing/discount.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';

const PATH = '/api/v1/discounts';

describe('Discounts', () => {
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

  const refusal = async (given: Record<string, unknown>) => {
    const { status, body } = await api.post(PATH, aDiscount(given));
    return { status, path: body.error?.details?.[0]?.path };
  };

  it('creates one, tells of it, and reads it back', async () => {
    const created = await api.post(PATH, aDiscount());
    expect(created.status).toBe(201);
    const read = await api.get(created.headers.get('location') ?? '');
    expect(read.body.data).toEqual(created.body.data);
    expect(await service.events(me.tenant)).toMatchObject([{ type: discountEvents.created.type, aggregateversion: 1 }]);
  });

  it('changes only what was given, and only from the version that was read', async () => {
    const created = await api.post(PATH, aDiscount({ order_number: 3 }));
    const path = created.headers.get('location') ?? '';
    const ifMatch = { headers: { 'if-match': created.headers.get('etag') ?? '' } };
    const changed = await api.put(path, { discount_name: 'Second' }, ifMatch);
    expect(changed.body.data).toMatchObject({ discount_name: 'Second', order_number: 3 });
    expect((await api.put(path, { discount_name: 'Third' }, ifMatch)).status).toBe(412);
  });

  it('takes back what was read without changing anything', async () => {
    const created = await api.post(PATH, aDiscount());
    expect((await api.put(created.headers.get('location') ?? '', created.body.data)).body).toEqual(created.body);
    expect(await service.events(me.tenant)).toHaveLength(1);
  });

  it('needs what its type is counted by, and nothing else', async () => {
    const { contract_line_id } = await makeLine(api);
    expect(await refusal({ discount_percentage: undefined })).toEqual({ status: 400, path: ['discount_percentage'] });
    expect(await refusal({ amount: 100 })).toEqual({ status: 400, path: ['amount'] });
    expect(await refusal({ discount_type: 'fixed', contract_line_id })).toEqual({ status: 400, path: ['amount'] });
    const fixed = { discount_type: 'fixed', amount: 100, discount_percentage: undefined };
    expect(await refusal(fixed)).toEqual({ status: 400, path: ['contract_line_id'] });
    expect((await refusal({ ...fixed, contract_line_id })).status).toBe(201);
    expect(await refusal({ contract_line_id: randomUUID() })).toEqual({ status: 400, path: ['contract_line_id'] });
    expect(await refusal({ end_date: '2026-01-01' })).toEqual({ status: 400, path: ['end_date'] });
  });

  it('changes from a percentage to an amount in one request', async () => {
    const { contract_line_id } = await makeLine(api);
    const path = (await api.post(PATH, aDiscount())).headers.get('location') ?? '';
    const change = { discount_type: 'fixed', amount: 500, discount_percentage: null, contract_line_id };
    expect((await api.put(path, change)).body.data).toMatchObject(change);
  });

  it('lists with a right total, filtered and not', async () => {
    const client_id = randomUUID();
    for (const [discount_name, end_date] of [
      ['One', null],
      ['Two', '2026-03-01'],
      ['Three', null],
    ] as const)
      await api.post(PATH, aDiscount({ discount_name, end_date, ...(discount_name === 'One' && { client_id }) }));
    const names = async (query: Record<string, unknown>) => {
      const { body } = await api.get(PATH, { query: { sort: 'discount_name', order: 'asc', ...query } as Record<string, string> });
      return [body.data.map((row: { discount_name: string }) => row.discount_name), body.pagination.total];
    };
    expect(await names({ limit: '2' })).toEqual([['One', 'Three'], 3]);
    expect(await names({ discount_name: 'tw' })).toEqual([['Two'], 1]);
    expect(await names({ client_id })).toEqual([['One'], 1]);
    expect(await names({ valid_on: '2026-03-01' })).toEqual([['One', 'Three'], 2]);
    expect(await names({ discount_type: 'fixed' })).toEqual([[], 0]);
  });

  it('keeps its contract line from being deleted', async () => {
    const { contract_line_id } = await makeLine(api);
    const path = (await api.post(PATH, aDiscount({ contract_line_id }))).headers.get('location') ?? '';
    const refused = await api.delete(`/api/v1/contract-lines/${contract_line_id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details.dependencies).toEqual([{ type: 'discount', count: 1, label: '1 discount' }]);
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
    expect((await api.delete(`/api/v1/contract-lines/${contract_line_id}`)).status).toBe(204);
  });
});
