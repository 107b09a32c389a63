import { randomUUID } from 'node:crypto';
import type { Client, ClientLocation, Contact } from '@psa/contracts-clients';
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

/** A valid body of a new contact. */
export function aContact(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { full_name: 'Ada Lovelace', email: `ada.${randomUUID().slice(0, 8)}@acme.example`, ...given };
}

/** Creates a contact. */
export async function makeContact(api: TestApi, given: Record<string, unknown> = {}): Promise<Contact> {
  const { status, text, body } = await api.post('/api/v1/contacts', aContact(given));
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body.data as Contact;
}
