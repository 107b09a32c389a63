import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { creditEvents } from '@psa/contracts-billing';
import { caller, TestService } from '@psa/test-kit';
import { clientsService } from '../clients-service.ts';
import { makeClient } from '../testing/make.ts';

describe('the credit of clients', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(clientsService);
  });
  afterAll(() => service.stop());

  it('is what billing told last, and no change of the client', async () => {
    const me = caller();
    const api = service.api(me);
    const { client_id } = await makeClient(api);
    const etag = (await api.get(`/api/v1/clients/${client_id}`)).headers.get('etag');
    const tell = (balance: number, version: number, given: object = {}) =>
      service.publish(
        me.tenant,
        creditEvents.balance_changed,
        { client_id, currency_code: 'USD', balance, is_default_currency: true, ...given },
        version,
      );
    await tell(5_000, 2);
    await tell(9_000, 1);
    await tell(7_000, 3, { currency_code: 'EUR', is_default_currency: false });
    await service.settled();
    const { body, headers } = await api.get(`/api/v1/clients/${client_id}`);
    expect(body.data.credit_balance).toBe(5_000);
    expect((await api.put(`/api/v1/clients/${client_id}`, { notes: 'x' }, { headers: { 'if-match': etag! } })).status).toBe(200);
    expect(headers.get('etag')).not.toBeNull();
    const found = async (query: string) => (await api.get(`/api/v1/clients?${query}`)).body.pagination.total as number;
    expect([
      await found('credit_balance_min=5000'),
      await found('credit_balance_min=5001'),
      await found('credit_balance_max=5000'),
    ]).toEqual([1, 0, 1]);
    expect((await api.get('/api/v1/clients/stats')).body.data).toMatchObject({
      total_credit_balance: 5_000,
      average_credit_balance: 5_000,
    });
  });
});
