import type {
  accountingConnectionRoutes,
  accountingLinkRoutes,
  accountingMappingRoutes,
  accountingSyncRoutes,
} from '@psa/contracts-billing';
import type { TestApi } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { authorize, companyOf } from './fake-quickbooks.ts';
import { makeFinal, makeInvoice } from './invoice.fixtures.ts';
import { makeService } from './service.fixtures.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

export const QUICKBOOKS = '/api/v1/integrations/quickbooks';

/** Starts to connect and agrees. @returns the body of the callback */
export async function agree(api: TestApi, realmId?: string): Promise<{ code: string; state: string; realmId: string }> {
  const { status, text, body } = await api.post(`${QUICKBOOKS}/oauth/initiate`, {});
  if (status !== 200) throw new Error(text);
  return authorize(body.data.authorization_url, realmId);
}

/** Connects a tenant to a company. @returns its realm */
export async function connectQuickBooks(api: TestApi, realm?: string): Promise<string> {
  const callback = await agree(api, realm);
  const { status, text } = await api.post(`${QUICKBOOKS}/oauth/callback`, callback);
  if (status !== 200) throw new Error(text);
  return callback.realmId;
}

const connected: Fixture = async ({ api }) => {
  await connectQuickBooks(api);
  return {};
};

export const accountingConnectionFixtures: Fixtures<typeof accountingConnectionRoutes> = {
  initiateAccountingOAuth: () => ({ body: {} }),
  completeAccountingOAuth: async ({ api }) => ({ body: await agree(api) }),
  testAccountingConnection: async (world) => ({ ...(await connected(world)), body: { testType: 'full', forceRefresh: true } }),
  getAccountingStatus: connected,
  getAccountingHealth: connected,
  disconnectAccounting: connected,
};

const account = { account_type: 'income', local_account_name: 'Services', qbo_account_id: '79', is_default: true };
const taxCode = { local_tax_region: 'US-CA', qbo_tax_code_id: 'TAX', is_default: true };

const mapped =
  (path: string, row: object): Fixture =>
  async ({ api }) => {
    await connectQuickBooks(api);
    const { status, text } = await api.post(`${QUICKBOOKS}/${path}`, { mappings: [row] });
    if (status !== 200) throw new Error(text);
    return {};
  };

export const accountingMappingFixtures: Fixtures<typeof accountingMappingRoutes> = {
  mapAccountingAccounts: async (world) => ({ ...(await connected(world)), body: { mappings: [account] } }),
  listAccountingAccountMappings: mapped('accounts/mapping', account),
  mapAccountingTaxCodes: async (world) => ({ ...(await connected(world)), body: { mappings: [taxCode], replace_existing: true } }),
  listAccountingTaxCodeMappings: mapped('tax/mapping', taxCode),
};

/** Connects a tenant to a company of its own with a default income account. @returns its realm */
export async function setUpBooks(api: TestApi): Promise<string> {
  const realm = await connectQuickBooks(api);
  const { status, text } = await api.post(`${QUICKBOOKS}/accounts/mapping`, { mappings: [account] });
  if (status !== 200) throw new Error(text);
  return realm;
}

/** A client the service knows of, without anything that was exported. */
async function aKnownClient(api: TestApi): Promise<string> {
  return (await makeInvoice(api)).client_id;
}

const withInvoice: Fixture = async ({ api }) => {
  await setUpBooks(api);
  await makeFinal(api);
  return {};
};

export const accountingLinkFixtures: Fixtures<typeof accountingLinkRoutes> = {
  listAccountingCustomers: withInvoice,
  linkAccountingCustomer: async ({ api }) => {
    const realm = await setUpBooks(api);
    const { Id } = companyOf(realm).enter('Customer', { DisplayName: 'Acme Inc.' });
    return { params: { id: await aKnownClient(api) }, body: { qbo_customer_id: Id } };
  },
  unlinkAccountingCustomer: async ({ api }) => {
    await setUpBooks(api);
    const client_id = await aKnownClient(api);
    await sync(api, 'customers/sync', { client_id });
    return { params: { id: client_id } };
  },
  listAccountingItems: async ({ api }) => {
    await setUpBooks(api);
    await makeService(api);
    return {};
  },
  listAccountingInvoices: withInvoice,
};

/** Has something synchronized. @returns the result */
export async function sync(api: TestApi, path: string, body: object = {}) {
  const reply = await api.post(`${QUICKBOOKS}/${path}`, body);
  if (reply.status >= 300) throw new Error(reply.text);
  return reply.body.data;
}

/** A sync that nobody does. @returns ids of it and of the bulk sync it is part of */
async function openSync({ api, caller, service }: World, status: string): Promise<{ sync_id: string; bulk_sync_id: string }> {
  const realm = await setUpBooks(api);
  const [row] = await service.sql<{ sync_id: string; bulk_sync_id: string }>(
    `insert into accounting_syncs (tenant, sync_id, provider, realm_id, operation_type, trigger, status, scope, bulk_sync_id, requested_by)
     values ($1, gen_random_uuid(), 'quickbooks', $2, 'customer_sync', 'request', $3, '{}', gen_random_uuid(), $4) returning sync_id, bulk_sync_id`,
    [caller.tenant, realm, status, caller.userId],
  );
  return row as { sync_id: string; bulk_sync_id: string };
}

const syncing =
  (body: object = {}): Fixture =>
  async ({ api }) => {
    const realm = await setUpBooks(api);
    await makeFinal(api);
    companyOf(realm).enter('Customer', { DisplayName: 'Somebody' });
    return { body };
  };
const onSync: Fixture = async ({ api }) => {
  await setUpBooks(api);
  await makeFinal(api);
  return { params: { id: (await sync(api, 'invoices/export')).sync_id } };
};

export const accountingSyncFixtures: Fixtures<typeof accountingSyncRoutes> = {
  syncAccountingCustomers: syncing(),
  syncAccountingItems: syncing(),
  exportInvoicesToAccounting: syncing({ date_range: { start_date: '2026-01-01', end_date: '2026-12-31' } }),
  importInvoicesFromAccounting: syncing({ import_payments: true }),
  syncAccountingPayments: syncing({ sync_type: 'update' }),
  startAccountingBulkSync: syncing({ operations: [{ operation_type: 'customer_sync' }, { operation_type: 'test_connection' }] }),
  getAccountingBulkSync: async (world) => ({ params: { id: (await openSync(world, 'pending')).bulk_sync_id } }),
  cancelAccountingBulkSync: async (world) => ({ params: { id: (await openSync(world, 'pending')).bulk_sync_id } }),
  listAccountingSyncs: async (world) => {
    await onSync(world);
    return {};
  },
  getAccountingSync: onSync,
  listAccountingSyncRecords: onSync,
  cancelAccountingSync: async (world) => ({ params: { id: (await openSync(world, 'in_progress')).sync_id } }),
  retryAccountingSync: async (world) => ({ params: { id: (await openSync(world, 'cancelled')).sync_id } }),
  reconcileAccounting: async (world) => ({ ...(await withInvoice(world)), query: { date_from: '2026-01-01', date_to: '2026-12-31' } }),
};
