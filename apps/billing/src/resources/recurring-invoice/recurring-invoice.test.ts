import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, everyPermission, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { LINE } from '../../testing/invoice.fixtures.ts';
import { aRecurringInvoice } from '../../testing/usage.fixtures.ts';

const PATH = '/api/v1/invoices/recurring';

describe('recurring invoices', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client_id: string;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    client_id = randomUUID();
  });

  const make = async (given: object = {}) => {
    const { status, body, text } = await api.post(PATH, aRecurringInvoice({ client_id, start_date: '2026-01-31', ...given }));
    if (status !== 201) throw new Error(text);
    return body.data.template_id as string;
  };
  const shown = async (id: string) => (await api.get(`${PATH}/${id}`)).body.data as Record<string, unknown>;
  const at = (day: string) => service.tick('recurring-invoices', new Date(`${day}T12:00:00Z`));
  const invoices = async () =>
    (await api.get(`/api/v1/invoices?client_id=${client_id}&sort=invoice_date&order=asc`)).body.data as Record<string, unknown>[];

  it('are made on their days, and those that were missed are made up for', async () => {
    const id = await make({ end_date: '2026-04-30' });
    await at('2026-01-30');
    expect(await invoices()).toEqual([]);
    await at('2026-01-31');
    await at('2026-01-31');
    await at('2026-04-05');
    expect(
      (await invoices()).map(({ invoice_date, status, total_amount, is_manual }) => [invoice_date, status, total_amount, is_manual]),
    ).toEqual([
      ['2026-01-31', 'draft', 10_000, false],
      ['2026-02-28', 'draft', 10_000, false],
      ['2026-03-31', 'draft', 10_000, false],
    ]);
    expect(await shown(id)).toMatchObject({ generated_count: 3, next_generation_date: '2026-04-30' });
    await at('2026-06-01');
    expect(await shown(id)).toMatchObject({ generated_count: 4, next_generation_date: null });
  });

  it('are finalized at once where they are to be, by whoever may', async () => {
    const limited = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'invoice:finalize') });
    const body = aRecurringInvoice({
      client_id,
      start_date: '2026-01-31',
      max_generations: 1,
      invoice_template: { items: [LINE], finalize: true },
    });
    expect((await limited.post(PATH, body)).status).toBe(403);
    await api.post(PATH, body);
    await at('2026-02-01');
    expect(await invoices()).toMatchObject([{ status: 'overdue', invoice_number: 'INV-000001' }]);
  });

  it('say why one could not be made, and keep others from nothing', async () => {
    const broken = await make({ invoice_template: { items: [{ ...LINE, is_taxable: true, tax_region: 'DE' }] } });
    const other = await make();
    await at('2026-01-31');
    expect(await shown(broken)).toMatchObject({ generated_count: 0, last_error: 'Region DE has no tax rate on 2026-01-31' });
    expect(await shown(other)).toMatchObject({ generated_count: 1, last_error: null });
    await api.post('/api/v1/financial/tax/rates', { region_code: 'DE', tax_percentage: 19, start_date: '2020-01-01' });
    await at('2026-01-31');
    expect(await shown(broken)).toMatchObject({ generated_count: 1, last_error: null });
  });

  it('rest while they are inactive', async () => {
    const id = await make();
    await api.put(`${PATH}/${id}`, { is_active: false });
    await at('2026-03-01');
    expect(await invoices()).toEqual([]);
  });

  it.each([
    [{ end_date: '2026-01-30' }, ['end_date']],
    [{ client_id: `${UNKNOWN}0000-4000-8000-000000000000` }, ['client_id']],
    [{ invoice_template: { items: [{ description: 'x' }] } }, ['invoice_template', 'items', 0, 'unit_price']],
    [{ invoice_template: { items: [LINE], currency_code: 'QQQ' } }, ['invoice_template', 'currency_code']],
  ])('refuse %j', async (given, path) => {
    const { status, body } = await api.post(PATH, aRecurringInvoice({ start_date: '2026-01-31', ...given }));
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path });
  });
});
