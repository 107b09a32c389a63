import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, outsidePorts, type TestApi, TestService } from '@psa/test-kit';
import { billingService } from '../../apps/billing/src/billing-service.ts';
import type { Ports } from '../../apps/billing/src/billing-app.ts';
import { setUpBooks, sync } from '../../apps/billing/src/testing/accounting.fixtures.ts';
import { companyOf, fakeQuickBooks, stopFakeQuickBooks } from '../../apps/billing/src/testing/fake-quickbooks.ts';
import { clientsService } from '../../apps/clients/src/clients-service.ts';

/** Billing and clients as in production, each on its own database, meeting only in NATS. */
describe('customers of an accounting system', () => {
  let running: [TestService, TestService];
  let clients: TestApi;
  let billing: TestApi;

  beforeAll(async () => {
    const first = await TestService.start(clientsService);
    const ports = outsidePorts<Pick<Ports, 'accounting'>>({ accounting: { quickbooks: fakeQuickBooks } });
    running = [first, await TestService.start(billingService, { natsUrl: first.natsUrl, ports })];
    const me = caller();
    [clients, billing] = [running[0].api(me), running[1].api(me)];
  });
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await stopFakeQuickBooks();
  });

  it('become clients, and give them their new names', async () => {
    const books = companyOf(await setUpBooks(billing));
    const customer = books.enter('Customer', { DisplayName: 'Fabrikam' });
    const line = { Amount: 100, Description: 'Audit', DetailType: 'SalesItemLineDetail', SalesItemLineDetail: {} };
    books.enter('Invoice', { CustomerRef: { value: customer.Id }, TxnDate: new Date().toISOString().slice(0, 10), Line: [line] });
    expect(await sync(billing, 'invoices/import', { auto_create_clients: true })).toMatchObject({ imported: 1, failed: 0 });
    const [client] = (await clients.get('/api/v1/clients?client_name=Fabrikam')).body.data;
    expect(client).toMatchObject({ client_name: 'Fabrikam' });
    await eventually(async () => (await billing.get('/api/v1/invoices')).body.data[0].client_name === 'Fabrikam');

    books.edit('Customer', customer.Id, { DisplayName: 'Fabrikam Ltd.' });
    expect(await sync(billing, 'customers/sync', { client_id: client.client_id })).toMatchObject({
      updated_customers: 1,
      failed_customers: 0,
    });
    expect((await clients.get(`/api/v1/clients/${client.client_id}`)).body.data.client_name).toBe('Fabrikam Ltd.');
    expect(await sync(billing, 'customers/sync')).toMatchObject({ unchanged: 1, updated: 0 });

    await clients.put(`/api/v1/clients/${client.client_id}`, { client_name: 'Fabrikam & Sons' });
    await eventually(async () => (await sync(billing, 'customers/sync')).updated === 1);
    expect(books.all('Customer')).toMatchObject([{ DisplayName: 'Fabrikam & Sons' }]);
  });
});
