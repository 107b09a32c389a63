import type { accountingConnectionRoutes, accountingMappingRoutes } from '@psa/contracts-billing';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { authorize } from './fake-quickbooks.ts';

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
