import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tenantId } from '@psa/contract-kit';
import { clientEvents } from '@psa/contracts-clients';
import { formatMoney, minorToMajor } from '@psa/money';
import { TenantDb } from '@psa/postgres-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import fc from 'fast-check';
import type { Db } from '../../billing-app.ts';
import { billingService } from '../../billing-service.ts';
import { clientFacts, fakes } from '../../testing/fakes.ts';
import { makeFinal } from '../../testing/invoice.fixtures.ts';
import { OFFICE, SELLER } from '../../testing/seller.fixtures.ts';
import { findInvoice, findItems } from '../invoice/invoice.records.ts';
import { documentOf } from './invoice-document.rules.ts';

const line = fc.record({
  description: fc.constant('Work'),
  quantity: fc.integer({ min: 1, max: 4_000 }).map((hundredths) => hundredths / 100),
  unit_price: fc.integer({ min: 1, max: 250_000 }),
  is_taxable: fc.boolean(),
});
const discount = fc.record({
  description: fc.constant('For friends'),
  is_discount: fc.constant(true),
  discount_type: fc.constant('percentage'),
  discount_percentage: fc.integer({ min: 1, max: 3_000 }).map((hundredths) => hundredths / 100),
});
const invoice = fc.record({
  currency_code: fc.constantFrom('EUR', 'JPY', 'KWD'),
  items: fc.tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.array(discount, { maxLength: 1 })).map((lists) => lists.flat()),
});

describe('what an invoice says of its money', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client_id: string;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
    me = caller();
    api = service.api(me);
    client_id = randomUUID();
    clientFacts.set(client_id, { region_code: 'DE' });
    await api.put('/api/v1/billing-settings', SELLER);
    await api.post('/api/v1/financial/tax/rates', { region_code: 'DE', tax_percentage: 19.55, start_date: '2020-01-01' });
    await service.publish(me.tenant, clientEvents.locationCreated, { ...OFFICE, client_id, location_id: randomUUID() }, 2);
    await service.settled();
  });
  afterAll(() => service.stop());

  it('is the same to the smallest unit in the API, the PDF, the electronic invoice and the ledger', async () => {
    const actor = { id: me.userId, type: 'user' as const };
    const db: Db = new TenantDb(service.running.database, { tenant: tenantId(me.tenant), actor, correlationId: 'test' });
    await fc.assert(
      fc.asyncProperty(invoice, async (given) => {
        const { invoice_id } = await makeFinal(api, { client_id, ...given });
        const shown = (await api.get(`/api/v1/invoices/${invoice_id}?include_items=true`)).body.data as {
          subtotal: number;
          tax: number;
          total_amount: number;
          line_items: { total_price: number }[];
        };
        expect(shown.subtotal + shown.tax).toBe(shown.total_amount);
        expect(shown.line_items.reduce((sum, { total_price }) => sum + total_price, 0)).toBe(shown.total_amount);

        const [ledger] = await service.sql<{ owed: number }>(
          `select sum(case when debit_account = 'ar' then amount else 0 end - case when credit_account = 'ar' then amount else 0 end)::bigint as owed
           from journal_transfers where tenant = $1 and invoice_id = $2`,
          [me.tenant, invoice_id],
        );
        expect(Number(ledger?.owed)).toBe(shown.total_amount);

        const row = (await findInvoice(db, invoice_id))!;
        const pdf = JSON.stringify(
          documentOf({ invoice: row, items: await findItems(db, [invoice_id]), seller: row.seller!, corrects: null }),
        );
        for (const amount of [shown.subtotal, shown.total_amount]) expect(pdf).toContain(formatMoney(amount, row.currency_code));

        const { status, text } = await api.get(`/api/v1/invoices/${invoice_id}/e-invoice`);
        const grand = /<ram:GrandTotalAmount[^>]*>([^<]*)</.exec(text)?.[1];
        if (status === 200) expect(grand).toBe(minorToMajor(BigInt(shown.total_amount), row.currency_code));
        else expect([given.currency_code, status]).toEqual(['KWD', 409]);
      }),
      { numRuns: 25 },
    );
  });
});
