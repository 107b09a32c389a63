import { invalidField } from '@psa/contract-kit';
import { containsPattern, Replica, type RequestContext, type ScopeCore } from '@psa/postgres-kit';
import type { Db, Ports } from '../desk-app.ts';
import type { ClientFacts } from '../ports/directory.ts';
import type { ClientCopy, LocationCopy } from './replica.tables.ts';

export const clientReplica = new Replica<ClientCopy, 'client_id'>({
  table: 'client_replicas',
  key: 'client_id',
  unknown: { client_name: '', is_inactive: true, email: null, phone_no: null },
  called: 'a client of this tenant',
});

export const locationReplica = new Replica<LocationCopy, 'location_id'>({
  table: 'location_replicas',
  key: 'location_id',
  unknown: { client_id: null, location_name: null, is_active: false },
  called: 'an active location of the client',
});

/** What is kept of a client; events of older versions lack where it is reached. */
export function clientCopy({
  client_id,
  client_name,
  is_inactive,
  email = null,
  phone_no = null,
}: Omit<ClientFacts, 'version' | 'locations'>) {
  return { client_id, client_name, is_inactive, email, phone_no } satisfies ClientCopy;
}

/**
 * Checks that new work may be for a client. A transaction that misses the client runs again after the clients service was asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireClient(db: Db, ports: Ports, clientId: string, field = 'client_id'): Promise<ClientCopy> {
  const client = await clientReplica.require(db, clientId, field, (outside) => askClient(outside, db.context, ports, clientId));
  if (client.is_inactive) throw invalidField(field, 'is an inactive client', 'inactive_reference');
  return client;
}

/**
 * Checks that a location is an active one of the client.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireLocation(db: Db, ports: Ports, locationId: string, clientId: string): Promise<void> {
  const location = await locationReplica.require(db, locationId, 'location_id', async (outside) => {
    await askClient(outside, db.context, ports, clientId);
    return (await locationReplica.find(outside, locationId)) ?? null;
  });
  if (!location.is_active || location.client_id !== clientId)
    throw invalidField('location_id', 'is not an active location of the client', 'unknown_reference');
}

/** Max clients whose names are looked through in a search. */
const MAX_NAMED = 500;

/** Clients with the text in their names. */
export async function clientsNamed(db: Db, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('client_replicas')
    .select('client_id')
    .where('client_name', 'ilike', containsPattern(text))
    .limit(MAX_NAMED)
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** Asks for a client and keeps its locations. @param db outside of any transaction */
async function askClient(db: ScopeCore, context: RequestContext, ports: Ports, clientId: string) {
  const facts = await ports.directory.client(context, clientId);
  if (facts === null) return null;
  for (const location of facts.locations) await locationReplica.keep(db, { ...location, client_id: clientId }, facts.version);
  return { ...clientCopy(facts), version: facts.version };
}
