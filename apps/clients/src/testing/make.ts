import { randomUUID } from 'node:crypto';
import type { Client, ClientLocation } from '@psa/contracts-clients';
import type { TestApi } from '@psa/test-kit';

/** A valid body of a new client. */
export function aClient(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { client_name: `Client ${randomUUID().slice(0, 8)}`, billing_cycle: 'monthly', ...given };
}

/** A valid body of a new location. */
export function aLocation(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { address_line1: '1 Front Street', city: 'Columbus', country_code: 'US', country_name: 'United States', ...given };
}

/** Creates a client. */
export async function makeClient(api: TestApi, given: Record<string, unknown> = {}): Promise<Client> {
  return (await api.post('/api/v1/clients', aClient(given))).body.data as Client;
}

/** Gives a client a location. */
export async function makeLocation(api: TestApi, clientId: string, given: Record<string, unknown> = {}): Promise<ClientLocation> {
  return (await api.post(`/api/v1/clients/${clientId}/locations`, aLocation(given))).body.data as ClientLocation;
}
