import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contractEvents, invoiceEvents } from '@psa/contracts-billing';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { makeContract } from '../../testing/contract.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeFinal, makeInvoice } from '../../testing/invoice.fixtures.ts';

describe('reminders of billing', () => {
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

  const at = (day: string) => service.tick('billing-reminders', new Date(`${day}T12:00:00Z`));
  const told = async (type: string) => (await service.events(me.tenant)).filter((event) => event.type === type).map(({ data }) => data);

  it('tell of an overdue invoice once for each due date, and of none that is a draft or paid', async () => {
    const due = { due_date: '2026-07-01' };
    const { invoice_id } = await makeFinal(api, due);
    await makeInvoice(api, due);
    const paid = await makeFinal(api, due);
    await api.post(`/api/v1/invoices/${paid.invoice_id}/payment`, { payment_amount: 10_000, payment_method: 'cash' });
    await at('2026-07-01');
    expect(await told(invoiceEvents.overdue.type)).toEqual([]);
    await at('2026-07-03');
    await at('2026-07-04');
    expect(await told(invoiceEvents.overdue.type)).toMatchObject([{ invoice_id, days_overdue: 2, balance_due: 10_000 }]);
    await api.put(`/api/v1/invoices/${invoice_id}`, { due_date: '2026-07-10' });
    await at('2026-07-05');
    await at('2026-07-11');
    expect(await told(invoiceEvents.overdue.type)).toMatchObject([{}, { invoice_id, days_overdue: 1 }]);
  });

  it('tell of the end of a contract 90, 30 and 7 days before, whenever somebody looks', async () => {
    const { id } = await makeContract(api, { end_date: '2026-12-31', status: 'active' });
    for (const day of ['2026-09-01', '2026-10-10', '2026-10-11', '2026-12-05', '2026-12-30', '2026-12-31']) await at(day);
    expect(await told(contractEvents.renewalUpcoming.type)).toMatchObject([
      { contract_id: id, days_until_end: 82 },
      { days_until_end: 26 },
      { days_until_end: 1 },
    ]);
  });
});
