import type { FakeCompany } from './fake-quickbooks-company.ts';
import { authorize, companyOf } from './fake-quickbooks.ts';

export type { FakeCompany } from './fake-quickbooks-company.ts';

/**
 * Connects a product that runs by itself to a company of the fake.
 * @param send sends a POST below the integration and returns its data
 */
export async function connectBooks(send: <Data>(path: string, body: object) => Promise<Data>): Promise<FakeCompany> {
  const { authorization_url } = await send<{ authorization_url: string }>('/oauth/initiate', {});
  const callback = authorize(authorization_url);
  await send('/oauth/callback', callback);
  return companyOf(callback.realmId);
}
