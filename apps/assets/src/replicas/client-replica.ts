import { invalidField } from '@psa/contract-kit';
import { statement } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../assets-app.ts';
import type { ClientDirectory, ClientFacts } from '../ports/client-directory.ts';
import type { Tables } from '../tables.ts';

const findStatement = statement<Tables>()((db, p: { client_id: string; location_id: string | null }) =>
  db
    .selectFrom('client_replicas')
    .leftJoin('location_replicas', (join) =>
      join
        .onRef('location_replicas.tenant', '=', 'client_replicas.tenant')
        .onRef('location_replicas.client_id', '=', 'client_replicas.client_id')
        .on('location_replicas.location_id', '=', p.location_id),
    )
    .select([
      'client_replicas.client_name',
      'client_replicas.is_inactive',
      'client_replicas.is_deleted',
      'location_replicas.location_id',
      'location_replicas.is_active',
      'location_replicas.is_deleted as location_deleted',
    ])
    .where('client_replicas.client_id', '=', p.client_id),
);

/**
 * Checks that an asset may belong to a client and stand at a location of it.
 * @param clients asked only when no copy is here: an asset made a moment after its client, or the copy of an older time
 * @param change says which of the two the caller sets; an unchanged client may have become inactive since
 * @returns the client's name
 * @throws VALIDATION_ERROR naming the field at fault
 */
export async function requireClient(
  db: Db,
  clients: ClientDirectory,
  clientId: string,
  locationId: string | null,
  change: { client: boolean; location: boolean },
): Promise<string> {
  let found = await db.first(findStatement, { client_id: clientId, location_id: locationId });
  const locationMissing = locationId !== null && change.location && (found?.location_id ?? null) === null;
  if (found === undefined || locationMissing) {
    const facts = await clients.find(db.context, clientId);
    if (facts !== null) {
      await keepClientFacts(db, facts);
      found = await db.first(findStatement, { client_id: clientId, location_id: locationId });
    }
  }
  if (found === undefined || (found.is_deleted && change.client))
    throw invalidField('client_id', 'is not a client of this tenant', 'unknown_reference');
  if (found.is_inactive && change.client) throw invalidField('client_id', 'is an inactive client', 'inactive_reference');
  if (
    locationId !== null &&
    change.location &&
    (found.location_id === null || found.is_active !== true || found.location_deleted === true)
  ) {
    throw invalidField('location_id', 'is not an active location of the client', 'unknown_reference');
  }
  return found.client_name;
}

/** Writes a client as its service told it; what a newer event brought stays. */
async function keepClientFacts(db: Db, facts: ClientFacts): Promise<void> {
  await keepClient(db, { ...facts, is_deleted: false });
  for (const location of facts.locations)
    await keepLocation(db, { ...location, client_id: facts.client_id, version: facts.version, is_deleted: false });
}

/** Takes over a fact about a client unless a newer one is known. */
export async function keepClient(
  db: Db,
  fact: { client_id: string; client_name: string; is_inactive: boolean; is_deleted: boolean; version: number },
): Promise<void> {
  const { client_id, client_name, is_inactive, is_deleted, version } = fact;
  await db
    .insertInto('client_replicas')
    .values({ client_id, client_name, is_inactive, is_deleted, version })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'client_id'])
        .doUpdateSet({ client_name, is_inactive, is_deleted, version })
        .where('client_replicas.version', '<', version),
    )
    .execute();
}

/** Remembers that a client is gone, so that an older event does not bring it back. */
export async function forgetClient(db: Db, clientId: string, version: number): Promise<void> {
  await db
    .insertInto('client_replicas')
    .values({ client_id: clientId, client_name: '', is_inactive: true, is_deleted: true, version })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'client_id']).doUpdateSet({ is_deleted: true, version }).where('client_replicas.version', '<', version),
    )
    .execute();
}

/** Takes over a fact about a location unless a newer one is known. */
export async function keepLocation(
  db: Db,
  fact: { location_id: string; client_id: string; location_name: string | null; is_active: boolean; is_deleted: boolean; version: number },
): Promise<void> {
  const { location_id, client_id, location_name, is_active, is_deleted, version } = fact;
  await db
    .insertInto('location_replicas')
    .values({ location_id, client_id, location_name, is_active, is_deleted, version })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'location_id'])
        .doUpdateSet({ location_name, is_active, is_deleted, version })
        .where(sql.ref('location_replicas.version'), '<', version),
    )
    .execute();
}
