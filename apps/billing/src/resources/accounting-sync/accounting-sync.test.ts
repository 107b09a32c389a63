import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountingSyncEvents } from '@psa/contracts-billing';
import { caller, eventually, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { connectQuickBooks, QUICKBOOKS, setUpBooks, sync } from '../../testing/accounting.fixtures.ts';
import type { FakeCompany } from '../../testing/fake-quickbooks-company.ts';
import { companyOf, faults, requests, stopFakeQuickBooks, trouble } from '../../testing/fake-quickbooks.ts';
import { clientFacts, fakes, mails } from '../../testing/fakes.ts';
import { LINE, makeFinal, makeInvoice } from '../../testing/invoice.fixtures.ts';
import { makeService } from '../../testing/service.fixtures.ts';

const YEAR = { date_from: '2026-01-01', date_to: '2026-12-31' };

describe('syncs with QuickBooks', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let realm: string;
  let books: FakeCompany;
  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(async () => {
    await service.stop();
    await stopFakeQuickBooks();
  });
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    faults.length = 0;
    trouble.share = 0;
    realm = await setUpBooks(api);
    books = companyOf(realm);
  });

  const aClient = (client_name: string, facts: object = {}): string => {
    const client_id = randomUUID();
    clientFacts.set(client_id, { client_name, ...facts });
    return client_id;
  };
  const names = (entity: string, member: string) => books.all(entity).map((row) => row[member]);
  const exportInvoices = (body: object = {}) => sync(api, 'invoices/export', body);
  const linkOf = async (invoice_id: string) =>
    (await api.get(`${QUICKBOOKS}/invoices/mappings?limit=100`)).body.data.find(
      (row: { invoice_id: string }) => row.invoice_id === invoice_id,
    );
  const reconcile = async () =>
    (await api.get(`${QUICKBOOKS}/reconciliation?date_from=${YEAR.date_from}&date_to=${YEAR.date_to}`)).body.data;
  const invoice = async (id: string) => (await api.get(`/api/v1/invoices/${id}`)).body.data;

  describe('of invoices', () => {
    it('write customer, items and the invoice, once', async () => {
      const { service_id } = await makeService(api, { service_name: 'Backup' });
      const { invoice_id } = await makeFinal(api, { client_id: aClient('Contoso'), items: [{ ...LINE, service_id }, LINE] });
      expect(await exportInvoices()).toMatchObject({ status: 'completed', processed: 1, created: 1, failed: 0, errors: [] });
      expect(names('Customer', 'DisplayName')).toEqual(['Contoso']);
      expect(names('Item', 'Name').toSorted()).toEqual(['Backup', 'Other services']);
      expect(books.all('Invoice')).toMatchObject([
        { DocNumber: 'INV-000001', TxnDate: '2026-06-01', DueDate: '2099-07-01', TotalAmt: 200 },
      ]);
      expect(books.all('Invoice')[0]?.['Line']).toMatchObject([
        { Amount: 100, Description: 'Consulting', SalesItemLineDetail: { Qty: 2, UnitPrice: 50 } },
        { Amount: 100 },
      ]);
      expect(await linkOf(invoice_id)).toMatchObject({
        sync_status: 'synced',
        qbo_invoice_id: books.all('Invoice')[0]?.Id,
        sync_error: null,
      });
      const before = requests.length;
      expect(await exportInvoices()).toMatchObject({ unchanged: 1, created: 0 });
      expect(requests.length).toBe(before);
      expect(await reconcile()).toMatchObject({ is_equal: true, months: [{ month: '2026-06', local_total: 20_000, difference: 0 }] });
    });

    it('are the ones that are asked for', async () => {
      const june = await makeFinal(api, { client_id: aClient('Contoso') });
      const july = await makeFinal(api, { client_id: aClient('Fabrikam'), invoice_date: '2026-07-01' });
      await makeInvoice(api);
      expect(await exportInvoices({ date_range: { start_date: '2026-07-01', end_date: '2026-07-31' } })).toMatchObject({ created: 1 });
      expect((await linkOf(june.invoice_id)).sync_status).toBe('unmapped');
      expect(await exportInvoices({ invoice_id: june.invoice_id, include_line_items: false })).toMatchObject({ created: 1 });
      expect(await exportInvoices({ client_id: july.client_id, skip_existing: true })).toMatchObject({ skipped: 1 });
      expect(await exportInvoices({ status_filter: ['paid'] })).toMatchObject({ processed: 0 });
    });

    it('are prepared by a list of everything that is wrong, which writes nothing', async () => {
      await api.post('/api/v1/financial/tax/rates', { region_code: 'DE', tax_percentage: 19, start_date: '2020-01-01' });
      await api.post(`${QUICKBOOKS}/accounts/mapping`, {
        mappings: [{ account_type: 'expense', local_account_name: 'Travel', qbo_account_id: '33' }],
        replace_existing: true,
      });
      await makeFinal(api, { client_id: aClient('Contoso', { region_code: 'DE' }), items: [{ ...LINE, is_taxable: true }] });
      books.closedThrough = '2026-06-30';
      const { status, errors } = await exportInvoices({ dry_run: true });
      expect(status).toBe('failed');
      expect(errors[0].message).toMatch(
        /books are closed up to 2026-06-30.*No income account is mapped.*No tax code is mapped for the region DE/,
      );
      expect([books.all('Invoice'), books.all('Customer')]).toEqual([[], []]);
    });

    it('name a tax that QuickBooks computes otherwise', async () => {
      const { invoice_id } = await makeFinal(api);
      books.addsTax = 0.01;
      const { status, errors } = await exportInvoices();
      expect({ status, message: errors[0].message }).toEqual({
        status: 'failed',
        message: expect.stringContaining('$100.01 in QuickBooks and $100.00 here'),
      });
      expect(await linkOf(invoice_id)).toMatchObject({ sync_status: 'conflict' });
      expect((await reconcile()).differences).toMatchObject([{ invoice_id, local_total: 10_000, external_total: 10_001 }]);
    });

    it('take over a new due date, also when somebody changes the document meanwhile, and void what is void', async () => {
      const { invoice_id } = await makeFinal(api);
      await exportInvoices();
      const { Id } = books.all('Invoice')[0]!;
      await api.put(`/api/v1/invoices/${invoice_id}`, { due_date: '2026-12-01' });
      books.edit('Invoice', Id, { PrivateNote: 'Called them' });
      expect(await exportInvoices()).toMatchObject({ updated: 1 });
      expect(books.all('Invoice')).toMatchObject([{ DueDate: '2026-12-01', PrivateNote: 'Called them' }]);
      await api.post(`/api/v1/invoices/${invoice_id}/void`, { reason: 'Wrong' });
      expect((await reconcile()).differences).toMatchObject([{ message: 'It is void here alone: export it again' }]);
      expect(await exportInvoices()).toMatchObject({ voided: 1 });
      expect(books.all('Invoice')).toMatchObject([{ TotalAmt: 0, DocNumber: 'INV-000001' }]);
      expect((await reconcile()).is_equal).toBe(true);
    });

    it('are not voided while payments are applied to them', async () => {
      const { invoice_id } = await makeFinal(api);
      await exportInvoices();
      const [document] = books.all('Invoice');
      books.enter('Payment', {
        CustomerRef: document?.['CustomerRef'],
        TxnDate: '2026-06-02',
        TotalAmt: 1,
        Line: [{ Amount: 1, LinkedTxn: [{ TxnId: document?.Id, TxnType: 'Invoice' }] }],
      });
      await api.post(`/api/v1/invoices/${invoice_id}/void`, { reason: 'Wrong' });
      const { errors } = await exportInvoices();
      expect(errors[0].message).toContain('delete or unapply them there');
    });

    it('write credit notes as credit memos', async () => {
      const { invoice_id } = await makeFinal(api);
      await api.post(`/api/v1/invoices/${invoice_id}/credit-note`, { reason: 'It did not work', credit_date: '2026-06-05' });
      expect(await exportInvoices()).toMatchObject({ created: 2, failed: 0 });
      expect(books.all('CreditMemo')).toMatchObject([{ DocNumber: 'CM-000001', TotalAmt: 100 }]);
      expect((await reconcile()).is_equal).toBe(true);
    });

    it('do nothing twice when a call fails, before or after it took effect', async () => {
      for (let number = 0; number < 12; number++) await makeFinal(api, { client_id: aClient(`Client ${number}`) });
      trouble.share = 0.3;
      expect(await exportInvoices()).toMatchObject({ status: 'completed', created: 12 });
      trouble.share = 0;
      expect([books.all('Invoice').length, books.all('Customer').length, books.all('Item').length]).toEqual([12, 12, 1]);
      expect((await reconcile()).is_equal).toBe(true);
    }, 60_000);

    it('say what to do about one, and go on with the others', async () => {
      books.vendors.add('Paper Mill');
      await makeFinal(api, { client_id: aClient('Paper Mill') });
      await makeFinal(api, { client_id: aClient('Contoso') });
      const result = await exportInvoices();
      expect(result).toMatchObject({ status: 'partial', created: 1, failed: 1 });
      expect(result.errors[0].message).toContain('A supplier or employee in QuickBooks is called Paper Mill');
      books.vendors.clear();
      const { status } = await api.post(`${QUICKBOOKS}/sync/history/${result.sync_id}/retry`);
      expect(status).toBe(200);
      await eventually(async () => (await api.get(`${QUICKBOOKS}/sync/history/${result.sync_id}`)).body.data.status === 'completed');
      expect(books.all('Invoice')).toHaveLength(2);
    });
  });

  describe('of customers', () => {
    const customers = async (query = '') => (await api.get(`${QUICKBOOKS}/customers/mappings${query}`)).body.data;
    const syncCustomers = (body: object = {}) => sync(api, 'customers/sync', body);
    const known = async (client_name: string) => (await makeInvoice(api, { client_id: aClient(client_name) })).client_id;

    it('create those that are missing, and link those of the same name', async () => {
      books.enter('Customer', { DisplayName: "O'Neil \\ Sons" });
      const [client_id] = [await known("O'Neil \\ Sons"), await known('Contoso')];
      expect(await customers('?sync_status=unmapped')).toHaveLength(2);
      expect(await syncCustomers()).toMatchObject({ synced_customers: 2, created_customers: 1, updated_customers: 1, failed_customers: 0 });
      expect(names('Customer', 'DisplayName')).toEqual(["O'Neil \\ Sons", 'Contoso']);
      expect(await customers(`?search=neil`)).toMatchObject([
        { client_id, sync_status: 'synced', qbo_customer_id: books.all('Customer')[0]?.Id },
      ]);
      expect(await syncCustomers()).toMatchObject({ unchanged: 2 });
    });

    it('leave what was renamed there alone unless names may be taken over', async () => {
      const client_id = await known('Contoso');
      await syncCustomers();
      books.edit('Customer', books.all('Customer')[0]!.Id, { DisplayName: 'Contoso Ltd.' });
      const { errors } = await syncCustomers({ sync_type: 'update' });
      expect(errors[0].message).toContain('renamed');
      expect(await customers('?sync_status=conflict')).toMatchObject([{ client_id }]);
      const limited = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'client:update') });
      expect((await limited.post(`${QUICKBOOKS}/customers/sync`, {})).status).toBe(403);
      expect(await syncCustomers({ sync_type: 'update', force_update: true })).toMatchObject({ updated: 1 });
      expect(names('Customer', 'DisplayName')).toEqual(['Contoso']);
    });

    it('are chosen by hand, one for one client', async () => {
      const [one, other] = [await known('Contoso'), await known('Fabrikam')];
      const { Id } = books.enter('Customer', { DisplayName: 'Contoso (old)' });
      const choose = (client: string, qbo_customer_id = Id) => api.put(`${QUICKBOOKS}/customers/mappings/${client}`, { qbo_customer_id });
      expect((await choose(one)).body.data).toMatchObject({ qbo_customer_id: Id, sync_status: 'synced' });
      expect((await choose(other)).body.error.details).toEqual({ client_id: one });
      expect((await choose(other, '9999')).body.error.details[0].path).toEqual(['qbo_customer_id']);
      await syncCustomers({ client_id: one });
      expect(names('Customer', 'DisplayName')).toEqual(['Contoso']);
      await makeFinal(api, { client_id: one });
      await exportInvoices();
      expect((await api.delete(`${QUICKBOOKS}/customers/mappings/${one}`)).status).toBe(409);
    });
  });

  describe('of payments', () => {
    const pay = (id: string, payment_amount: number) =>
      api.post(`/api/v1/invoices/${id}/payment`, { payment_amount, payment_method: 'bank_transfer', payment_date: '2026-06-10' });
    const enter = (parts: [string, number][], more: object = {}) =>
      books.enter('Payment', {
        CustomerRef: books.all('Invoice')[0]?.['CustomerRef'],
        TxnDate: '2026-06-11',
        TotalAmt: parts.reduce((sum, [, amount]) => sum + amount, 0),
        Line: parts.map(([TxnId, Amount]) => ({ Amount, LinkedTxn: [{ TxnId, TxnType: 'Invoice' }] })),
        ...more,
      });
    const dates = { date_range: { start_date: '2026-06-01', end_date: '2026-06-30' } };
    const syncPayments = (body: object = {}) => sync(api, 'payments/sync', { ...dates, ...body });
    const documentOf = async (id: string) => (await linkOf(id)).qbo_invoice_id as string;

    it('take over what was paid there, split and in part, once', async () => {
      const client_id = aClient('Contoso');
      const [one, two] = [await makeFinal(api, { client_id }), await makeFinal(api, { client_id })];
      await exportInvoices();
      enter([
        [await documentOf(one.invoice_id), 100],
        [await documentOf(two.invoice_id), 40],
      ]);
      expect(await syncPayments()).toMatchObject({ status: 'completed', imported: 1 });
      expect(await syncPayments()).toMatchObject({ processed: 0 });
      expect(await invoice(one.invoice_id)).toMatchObject({ status: 'paid', amount_paid: 10_000 });
      expect(await invoice(two.invoice_id)).toMatchObject({ amount_paid: 4_000, balance_due: 6_000 });
    });

    it('take over the rest of one when its other invoice is exported later', async () => {
      const client_id = aClient('Contoso');
      const [one, two] = [await makeFinal(api, { client_id }), await makeFinal(api, { client_id })];
      await exportInvoices({ invoice_id: one.invoice_id });
      const later = books.enter('Invoice', { ...books.all('Invoice')[0], DocNumber: 'INV-000002', Balance: undefined });
      enter([
        [await documentOf(one.invoice_id), 10],
        [later.Id, 20],
      ]);
      expect(await syncPayments()).toMatchObject({ imported: 1 });
      expect(await exportInvoices({ invoice_id: two.invoice_id })).toMatchObject({ unchanged: 1 });
      expect(await syncPayments()).toMatchObject({ imported: 1 });
      expect(await syncPayments()).toMatchObject({ processed: 0 });
      expect([(await invoice(one.invoice_id)).amount_paid, (await invoice(two.invoice_id)).amount_paid]).toEqual([1_000, 2_000]);
    });

    it('follow what was changed, deleted and voided there', async () => {
      const { invoice_id } = await makeFinal(api);
      await exportInvoices();
      const document = await documentOf(invoice_id);
      const { Id } = enter([[document, 60]]);
      await syncPayments();
      books.edit('Payment', Id, { TotalAmt: 25, Line: [{ Amount: 25, LinkedTxn: [{ TxnId: document, TxnType: 'Invoice' }] }] });
      expect(await syncPayments()).toMatchObject({ updated: 1 });
      expect(await invoice(invoice_id)).toMatchObject({ amount_paid: 2_500 });
      await service.sql(`update accounting_connections set changes_read_until = now() - interval '1 hour' where tenant = $1`, [me.tenant]);
      books.remove('Payment', Id);
      await runSchedule();
      await eventually(async () => (await invoice(invoice_id)).amount_paid === 0);
      await runSchedule();
      const { data } = (await api.get(`${QUICKBOOKS}/sync/history?operation_type=payment_sync`)).body;
      expect(data.filter(({ trigger }: { trigger: string }) => trigger === 'schedule')).toMatchObject([{ records_successful: 2 }]);
    });

    it('come with a look at invoices that somebody has changed there', async () => {
      const [one, two] = [
        await makeFinal(api, { client_id: aClient('Contoso') }),
        await makeFinal(api, { client_id: aClient('Fabrikam') }),
      ];
      await exportInvoices();
      const line = { Amount: 90, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: {} };
      books.edit('Invoice', await documentOf(one.invoice_id), { Line: [line], TotalAmt: 90, Balance: 90 });
      books.edit('Invoice', await documentOf(two.invoice_id), { PrivateNote: 'Called them' });
      await runSchedule();
      expect(await linkOf(one.invoice_id)).toMatchObject({
        sync_status: 'conflict',
        sync_error: expect.stringContaining('changed to $90.00'),
      });
      expect(await linkOf(two.invoice_id)).toMatchObject({ sync_status: 'synced' });
    });

    it('write what was recorded here, once', async () => {
      const { invoice_id } = await makeFinal(api);
      await pay(invoice_id, 3_000);
      expect(await syncPayments({ sync_type: 'create' })).toMatchObject({ processed: 0 });
      await exportInvoices();
      trouble.share = 0.4;
      expect(await syncPayments()).toMatchObject({ status: 'completed', created: 1 });
      trouble.share = 0;
      expect(books.all('Payment')).toMatchObject([{ TotalAmt: 30 }]);
      expect(books.all('Invoice')).toMatchObject([{ Balance: 70 }]);
      expect(await syncPayments()).toMatchObject({ processed: 0 });
      expect(await invoice(invoice_id)).toMatchObject({ amount_paid: 3_000 });
    });

    const runSchedule = async () => {
      await service.tick('accounting-changes');
      await eventually(
        async () =>
          (await service.sql(`select 1 from accounting_syncs where tenant = $1 and status in ('pending', 'in_progress')`, [me.tenant]))
            .length === 0,
      );
    };
  });

  describe('from QuickBooks', () => {
    it('make drafts of invoices, and change them as long as nobody else did', async () => {
      const customer = books.enter('Customer', { DisplayName: 'Fabrikam' });
      const line = (Amount: number) => ({ Amount, Description: 'Audit', DetailType: 'SalesItemLineDetail', SalesItemLineDetail: {} });
      const members = { CustomerRef: { value: customer.Id }, TxnDate: '2026-11-01', DocNumber: '1001', TxnTaxDetail: { TotalTax: 19 } };
      const document = books.enter('Invoice', { ...members, Line: [line(100)] });
      const refused = await sync(api, 'invoices/import');
      expect(refused.errors[0].message).toContain('The customer Fabrikam stands for no client');
      expect(await sync(api, 'invoices/import', { auto_create_clients: true })).toMatchObject({ imported: 1 });
      const [draft] = (await api.get('/api/v1/invoices?include_items=true')).body.data;
      expect(draft).toMatchObject({ status: 'draft', total_amount: 11_900, notes: 'Invoice 1001 in QuickBooks', client_name: 'Fabrikam' });
      books.edit('Invoice', document.Id, { Line: [line(200)], TxnTaxDetail: { TotalTax: 38 }, TotalAmt: 238 });
      expect(await sync(api, 'invoices/import')).toMatchObject({ updated: 1 });
      expect(await invoice(draft.invoice_id)).toMatchObject({ total_amount: 23_800 });
      await api.post(`/api/v1/invoices/${draft.invoice_id}/finalize`, {});
      expect(await exportInvoices()).toMatchObject({ skipped: 1 });
      expect(books.all('Invoice')).toHaveLength(1);
    });
  });

  describe('in bulk', () => {
    it('follow each other and tell by event and mail', async () => {
      await makeFinal(api, { client_id: aClient('Contoso') });
      const { status, body } = await api.post(`${QUICKBOOKS}/bulk/sync`, {
        operations: [{ operation_type: 'full_sync' }, { operation_type: 'tax_sync' }],
        notification_email: `boss-${realm}@msp.example`,
      });
      expect({
        status,
        types: body.data.operation_results.map(({ operation_type }: { operation_type: string }) => operation_type),
      }).toEqual({
        status: 202,
        types: ['customer_sync', 'item_sync', 'invoice_export', 'payment_sync', 'tax_sync'],
      });
      await eventually(async () => (await api.get(`${QUICKBOOKS}/bulk/sync/${body.data.bulk_sync_id}`)).body.data.status === 'completed');
      expect([books.all('Customer').length, books.all('Invoice').length]).toEqual([1, 1]);
      const mail = await eventually(() => mails.find(({ to }) => to.includes(`boss-${realm}@msp.example`)));
      expect(mail.text).toContain('invoice_export: completed, 1 succeeded, 0 failed.');
      const ended = (await service.events(me.tenant)).filter(({ type }) => type === accountingSyncEvents.completed.type);
      expect(ended).toHaveLength(5);
    });

    it('stop at what failed when they are told to', async () => {
      books.vendors.add('Acme');
      await makeFinal(api);
      const operations = [{ operation_type: 'invoice_export' }, { operation_type: 'customer_sync' }];
      const { bulk_sync_id } = await sync(api, 'bulk/sync', { operations, stop_on_error: true });
      const bulk = await eventually(async () => {
        const { data } = (await api.get(`${QUICKBOOKS}/bulk/sync/${bulk_sync_id}`)).body;
        return data.status === 'failed' ? data : undefined;
      });
      expect(bulk.operation_results.map((row: { status: string }) => row.status)).toEqual(['failed', 'cancelled']);
    });
  });

  it('need a connection, to the company they were asked for', async () => {
    await makeFinal(api);
    await api.delete(`${QUICKBOOKS}/disconnect`);
    for (const path of ['customers/sync', 'items/sync', 'invoices/export', 'invoices/import', 'payments/sync'])
      expect((await api.post(`${QUICKBOOKS}/${path}`, {})).body.error).toMatchObject({
        code: 'CONFLICT',
        details: { reason: 'not_connected' },
      });
    await connectQuickBooks(api, realm);
    expect(await exportInvoices()).toMatchObject({ created: 1 });
  });

  it('do not pile up without bound', async () => {
    await service.sql(
      `insert into accounting_syncs (tenant, sync_id, provider, realm_id, operation_type, trigger, status, scope)
       select $1, gen_random_uuid(), 'quickbooks', $2, 'customer_sync', 'request', 'pending', '{}' from generate_series(1, 50)`,
      [me.tenant, realm],
    );
    expect((await api.post(`${QUICKBOOKS}/customers/sync`, {})).body.error.details).toEqual({ reason: 'too_many_syncs' });
  });

  it('are cancelled after the record they are at, and go on when they are tried again', async () => {
    for (let number = 0; number < 30; number++) await makeFinal(api, { client_id: aClient(`Client ${number}`) });
    const { bulk_sync_id } = await sync(api, 'bulk/sync', { operations: [{ operation_type: 'invoice_export' }] });
    await eventually(() => books.all('Invoice').length > 0);
    expect((await api.post(`${QUICKBOOKS}/bulk/sync/${bulk_sync_id}/cancel`)).status).toBe(200);
    const cancelled = await eventually(async () => {
      const [row] = (await api.get(`${QUICKBOOKS}/bulk/sync/${bulk_sync_id}`)).body.data.operation_results;
      return row.status === 'cancelled' ? row : undefined;
    });
    expect(cancelled.records_processed).toBeLessThan(30);
    await api.post(`${QUICKBOOKS}/sync/history/${cancelled.sync_id}/retry`);
    await eventually(async () => (await api.get(`${QUICKBOOKS}/sync/history/${cancelled.sync_id}`)).body.data.status === 'completed');
    expect(books.all('Invoice')).toHaveLength(30);
  });
});
