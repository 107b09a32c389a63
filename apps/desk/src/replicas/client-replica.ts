import { invalidField } from '@psa/contract-kit';
import type { Db, Ports } from '../desk-app.ts';
import type { ClientFacts } from '../ports/directory.ts';

interface ClientCopy {
  readonly client_id: string;
  readonly client_name: string;
  readonly is_inactive: boolean;
}

/**
 * Checks that new work may be for a client. Call it outside of a transaction: the clients service may have to be asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireClient(db: Db, ports: Ports, clientId: string, field = 'client_id'): Promise<ClientCopy> {
  let found = await findCopy(db, clientId);
  if (found === undefined) {
    const facts = await ports.directory.client(db.context, clientId);
    if (facts !== null) {
      await keepClientFacts(db, facts);
      found = await findCopy(db, clientId);
    }
  }
  if (found === undefined || found.is_deleted) throw invalidField(field, 'is not a client of this tenant', 'unknown_reference');
  if (found.is_inactive) throw invalidField(field, 'is an inactive client', 'inactive_reference');
  return found;
}

/**
 * Checks that a location is an active one of the client.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireLocation(db: Db, ports: Ports, locationId: string, clientId: string): Promise<void> {
  const find = () =>
    db
      .selectFrom('location_replicas')
      .select(['is_active', 'is_deleted', 'client_id'])
      .where('location_id', '=', locationId)
      .executeTakeFirst();
  let found = await find();
  if (found === undefined) {
    const facts = await ports.directory.client(db.context, clientId);
    if (facts !== null) await keepClientFacts(db, facts);
    found = await find();
  }
  if (found === undefined || found.is_deleted || !found.is_active || found.client_id !== clientId)
    throw invalidField('location_id', 'is not an active location of the client', 'unknown_reference');
}

function findCopy(db: Db, clientId: string) {
  return db
    .selectFrom('client_replicas')
    .select(['client_id', 'client_name', 'is_inactive', 'is_deleted'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

async function keepClientFacts(db: Db, facts: ClientFacts): Promise<void> {
  await keepClient(db, facts, facts.version);
  for (const location of facts.locations) await keepLocation(db, { ...location, client_id: facts.client_id }, facts.version);
}

/** Takes over a fact about a client unless a newer one is known. */
export async function keepClient(db: Db, { client_id, client_name, is_inactive }: ClientCopy, version: number): Promise<void> {
  const known = { client_name, is_inactive, is_deleted: false, version };
  await db
    .insertInto('client_replicas')
    .values({ client_id, ...known })
    .onConflict((row) => row.columns(['tenant', 'client_id']).doUpdateSet(known).where('client_replicas.version', '<', version))
    .execute();
}

/** Remembers that a client is gone, so that an older event does not bring it back; its name stays for what still shows it. */
export async function forgetClient(db: Db, clientId: string, version: number): Promise<void> {
  await db
    .insertInto('client_replicas')
    .values({ client_id: clientId, client_name: '', is_inactive: true, is_deleted: true, version })
    .onConflict((row) =>
      row.columns(['tenant', 'client_id']).doUpdateSet({ is_deleted: true, version }).where('client_replicas.version', '<', version),
    )
    .execute();
}

/** Takes over a fact about a location unless a newer one is known. */
export async function keepLocation(
  db: Db,
  fact: { location_id: string; client_id: string; location_name: string | null; is_active: boolean },
  version: number,
): Promise<void> {
  const { location_id, client_id, location_name, is_active } = fact;
  const known = { client_id, location_name, is_active, is_deleted: false, version };
  await db
    .insertInto('location_replicas')
    .values({ location_id, ...known })
    .onConflict((row) => row.columns(['tenant', 'location_id']).doUpdateSet(known).where('location_replicas.version', '<', version))
    .execute();
}

/** Remembers that a location is gone. */
export async function forgetLocation(db: Db, locationId: string, clientId: string, version: number): Promise<void> {
  await db
    .insertInto('location_replicas')
    .values({ location_id: locationId, client_id: clientId, location_name: null, is_active: false, is_deleted: true, version })
    .onConflict((row) =>
      row.columns(['tenant', 'location_id']).doUpdateSet({ is_deleted: true, version }).where('location_replicas.version', '<', version),
    )
    .execute();
}
