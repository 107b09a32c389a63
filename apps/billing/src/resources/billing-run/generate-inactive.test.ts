import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDays } from '@psa/calendar';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import fc from 'fast-check';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeContract } from '../../testing/contract.fixtures.ts';
import { assignLine, JUNE } from '../../testing/invoice.fixtures.ts';

const JULY = { period_start: '2026-07-01', period_end: '2026-08-01' };
const LATER = { period_start: '2031-01-01', period_end: '2031-02-01' };

describe('an assignment that was inactive in between', () => {
  let service: TestService;
  let api: TestApi;
  let client_id: string;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
    client_id = randomUUID();
  });

  /** Assigns a line of 100 minor units a day of June to the client. */
  const assign = async (line: object = {}) => {
    const { id: contract_id } = await makeContract(api, { client_id });
    const given = { base_rate: 3_000, billing_timing: 'advance', enable_proration: true, ...line };
    const { contract_line_id } = await assignLine(api, given, { client_id, client_contract_id: contract_id });
    return { contract_id, contract_line_id };
  };
  const ok = async (replying: ReturnType<TestApi['put']>) => {
    const { status, text, body } = await replying;
    if (status >= 300) throw new Error(text);
    return body.data;
  };
  const activateContract = (id: string, is_active: boolean) => ok(api.put(`/api/v1/contracts/${id}`, { is_active }));
  /** Deactivates a contract and activates it again, as though each had been done on its day. */
  const pauseContract = async (id: string, from: string, to: string) => {
    await activateContract(id, false);
    await service.sql('update contracts set ended_on = $2 where contract_id = $1', [id, from]);
    await activateContract(id, true);
    const moved = 'update contract_inactive_periods set ends_on = $2 where contract_id = $1 and ends_on = (now() at time zone $3)::date';
    await service.sql(moved, [id, to, 'UTC']);
  };
  const activateLine = (id: string, is_active: boolean, effective_date: string) =>
    ok(api.put(`/api/v1/contract-lines/${id}/activation`, { is_active, effective_date, reason: 'As agreed' }));
  const pauseLine = async (id: string, from: string, to: string) => {
    await activateLine(id, false, from);
    await activateLine(id, true, to);
  };
  const preview = (window: object = JUNE) => api.post('/api/v1/invoices/preview', { client_id, ...window });
  const generate = (window: object = JUNE) => api.post('/api/v1/invoices/generate', { client_id, ...window });

  it('is not billed for the days its contract was inactive, in the preview as in the invoice', async () => {
    const { contract_id } = await assign();
    await pauseContract(contract_id, '2026-06-11', '2026-06-21');
    expect((await preview()).body.data).toMatchObject({ subtotal: 2_000 });
    const { body } = await generate();
    expect(body.data).toMatchObject({
      subtotal: 2_000,
      line_items: [{ service_period_start: '2026-06-01', service_period_end: '2026-07-01' }],
    });
    const explained = await api.get(`/api/v1/invoices/${body.data.invoice_id}/explanation`);
    expect(explained.body.data).toMatchObject([{ explanation: expect.stringContaining('20 of 30 days') }]);
  });

  it('is not billed for the days its line was inactive, and is for those before', async () => {
    const { contract_line_id } = await assign({ billing_timing: 'arrears' });
    await pauseLine(contract_line_id, '2026-06-11', '2026-06-21');
    const { body } = await generate({ period_start: '2026-06-01', period_end: '2026-07-02' });
    expect(body.data).toMatchObject({ subtotal: 3_000 + 2_000 });
  });

  it('is billed once in full where nothing is prorated, and not for periods without an active day', async () => {
    const { contract_id } = await assign({ enable_proration: false });
    await pauseContract(contract_id, '2026-05-03', '2026-05-05');
    await pauseContract(contract_id, '2026-05-20', '2026-07-01');
    expect((await generate()).status).toBe(409);
    const { body } = await generate({ period_start: '2026-05-01', period_end: '2026-08-01' });
    expect(body.data).toMatchObject({ subtotal: 6_000, line_items: [{ net_amount: 3_000 }, { net_amount: 3_000 }] });
  });

  it('loses nothing when it is deactivated and activated again on the same day', async () => {
    const { contract_id, contract_line_id } = await assign();
    for (const is_active of [false, true, false, true]) await activateContract(contract_id, is_active);
    await pauseLine(contract_line_id, '2026-06-11', '2026-06-11');
    expect((await generate()).body.data).toMatchObject({ subtotal: 3_000 });
    expect((await generate(LATER)).body.data).toMatchObject({ subtotal: 3_000 });
  });

  it('keeps what is billed already', async () => {
    const { contract_id } = await assign();
    const { invoice_id } = (await generate()).body.data;
    await pauseContract(contract_id, '2026-06-11', '2026-07-11');
    expect((await api.get(`/api/v1/invoices/${invoice_id}`)).body.data).toMatchObject({ subtotal: 3_000 });
    expect((await generate()).status).toBe(409);
    expect((await generate(JULY)).body.data).toMatchObject({ subtotal: 2_032 });
  });

  it('is billed from its activation where the days before were not kept', async () => {
    const { contract_line_id } = await assign();
    await pauseLine(contract_line_id, '2026-06-11', '2026-06-21');
    await service.sql('delete from contract_line_inactive_periods where contract_line_id = $1', [contract_line_id]);
    expect((await preview()).body.data).toMatchObject({ subtotal: 1_000 });
  });

  it('ends where the one made in its place begins, not for one that ended before', async () => {
    const { contract_id: client_contract_id, contract_line_id } = await assign();
    const assignment = { client_id, contract_line_id, client_contract_id };
    const { body } = await api.get('/api/v1/company-contract-lines', { query: { client_id } });
    await api.delete(`/api/v1/company-contract-lines/${body.data[0].client_contract_line_id}`);
    await ok(api.post('/api/v1/company-contract-lines', { ...assignment, start_date: '2025-06-01', end_date: '2025-07-01' }));
    expect((await preview()).body.data).toMatchObject({ subtotal: 3_000 });
    await ok(api.post('/api/v1/company-contract-lines', { ...assignment, start_date: '2026-06-11', custom_rate: 6_000 }));
    expect((await preview()).body.data).toMatchObject({ items: [{ net_amount: 1_000 }, { net_amount: 4_000 }] });
  });

  it('is billed for exactly its active days, whatever was deactivated and activated when', async () => {
    const day = fc.integer({ min: -10, max: 40 }).map((days) => addDays('2026-06-01', days));
    const days = fc
      .tuple(day, day)
      .map((both) => both.toSorted() as [string, string])
      .filter(([from, to]) => from < to);
    // On no day a contract is activated again twice: only the first time it would have been inactive.
    const pauses = fc.uniqueArray(fc.record({ pause: fc.constantFrom('contract', 'line'), days }), {
      selector: (one) => `${one.pause} ${one.days[1]}`,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(pauses, async (all) => {
        client_id = randomUUID();
        const { contract_id, contract_line_id } = await assign();
        const june = Array.from({ length: 30 }, (_, index) => addDays('2026-06-01', index));
        let ofContract = june;
        let ofLine = june;
        for (const {
          pause,
          days: [from, to],
        } of all) {
          if (pause === 'contract') {
            await pauseContract(contract_id, from, to);
            ofContract = ofContract.filter((one) => one < from || one >= to);
          } else {
            await pauseLine(contract_line_id, from, to);
            // A later change of a line takes the place of those that were to come after it.
            ofLine = june.filter((one) => one >= to || (one < from && ofLine.includes(one)));
          }
        }
        const active = ofContract.filter((one) => ofLine.includes(one)).length;
        const { status, body } = await preview();
        expect({ status, subtotal: body.data?.subtotal }).toEqual(
          active === 0 ? { status: 409, subtotal: undefined } : { status: 200, subtotal: active * 100 },
        );
      }),
      { numRuns: 25 },
    );
  });
});
