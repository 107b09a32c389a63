import { invalidField } from '@psa/contract-kit';
import { demandRow, fetchCopy, Replica, type ScopeCore, statement, type TenantBuilder, type TransactionCore } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../assets-app.ts';
import type { ClientDirectory, ClientFacts } from '../ports/client-directory.ts';
import type { Tables } from '../tables.ts';
import type { ClientCopy, LocationCopy } from './replica.tables.ts';

export const clientReplica = new Replica<ClientCopy, 'client_id'>({
  table: 'client_replicas',
  key: 'client_id',
  unknown: { client_name: '', is_inactive: true },
  called: 'a client of this tenant',
});

export const locationReplica = new Replica<LocationCopy, 'location_id'>({
  table: 'location_replicas',
  key: 'location_id',
  unknown: { client_id: null, location_name: null, is_active: false },
  called: 'an active location of the client',
});

/** Stands for no location: a join with null leaves Citus nothing of the location to find its node by. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';

/** A client, with one of its locations where there is that. */
const clientAt = (db: TenantBuilder<Tables>, p: { client_id: string; location_id: string }) =>
  db
    .selectFrom('client_replicas')
    .leftJoin('location_replicas', (join) =>
      join
        .onRef('location_replicas.tenant', '=', 'client_replicas.tenant')
        .onRef('location_replicas.client_id', '=', 'client_replicas.client_id')
        .on('location_replicas.location_id', '=', p.location_id),
    )
    .where('client_replicas.client_id', '=', p.client_id);

const findStatement = statement<Tables>()((db, p: { client_id: string; location_id: string }) =>
  clientAt(db, p).select([
    'client_replicas.client_name',
    'client_replicas.is_inactive',
    'client_replicas.is_deleted',
    'location_replicas.location_id',
    'location_replicas.is_active',
    'location_replicas.is_deleted as location_deleted',
  ]),
);

const demandStatement = statement<Tables>()((db, p: { client_id: string; location_id: string; has_location: boolean }) =>
  clientAt(db, p)
    .select([(eb) => eb.fn.max<string>('client_replicas.client_name').as('client_name'), demandRow])
    .where('client_replicas.is_inactive', '=', false)
    .where('client_replicas.is_deleted', '=', false)
    .where((eb) =>
      eb.or([
        sql<boolean>`not ${p.has_location}`,
        eb.and([eb('location_replicas.is_active', '=', true), eb('location_replicas.is_deleted', '=', false)]),
      ]),
    ),
);

/**
 * {@link requireClient} for a new asset, in a transaction of which all is known beforehand: it fails where that throws, or asks.
 * @param use is given the client's name once all is durable
 */
export function demandClient(tx: TransactionCore, clientId: string, locationId: string | null, use: (name: string) => void): void {
  const demanded = { client_id: clientId, location_id: locationId ?? NOWHERE, has_location: locationId !== null };
  tx.readAtCommit<{ client_name: string }>(demandStatement.text, demandStatement.bind(tx.tenant, demanded), ([found]) =>
    use(found?.client_name ?? ''),
  );
}

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
  const asked = { client_id: clientId, location_id: locationId ?? NOWHERE };
  let found = await db.first(findStatement, asked);
  const locationMissing = locationId !== null && change.location && (found?.location_id ?? null) === null;
  if (found === undefined || locationMissing) {
    await fetchCopy(db, `client ${clientId} ${locationId}`, async (outside) => {
      const facts = await clients.find(outside.context, clientId);
      if (facts !== null) await keepClientFacts(outside, facts);
    });
    found = await db.first(findStatement, asked);
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

/** Keeps a client as its service told it; what a newer event brought stays. */
async function keepClientFacts(db: ScopeCore, facts: ClientFacts): Promise<void> {
  await clientReplica.keep(db, facts, facts.version);
  for (const location of facts.locations) await locationReplica.keep(db, { ...location, client_id: facts.client_id }, facts.version);
}
