import { MAX_LOCATIONS } from '@psa/contracts-clients';
import { statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../clients-app.ts';
import type { ClientLocationsTable, Tables } from '../../tables.ts';
import type { LocationState } from './client-location.rules.ts';

export type LocationRecord = Selectable<ClientLocationsTable>;
export type LocationWrite = Omit<Insertable<ClientLocationsTable>, 'version' | 'created_at' | 'updated_at'>;

/** A location by its whole address: that of another client is not found. */
export interface LocationKey {
  readonly client_id: string;
  readonly location_id: string;
}

const findStatement = statement<Tables>()((db, p: LocationKey) =>
  db.selectFrom('client_locations').selectAll().where('location_id', '=', p.location_id).where('client_id', '=', p.client_id),
);

export function findLocation(db: Db, key: LocationKey): Promise<LocationRecord | undefined> {
  return db.first(findStatement, key);
}

/** All of a client: no more than that can be made. */
const listStatement = statement<Tables>()((db, p: { client_id: string }) =>
  db
    .selectFrom('client_locations')
    .selectAll()
    .where('client_id', '=', p.client_id)
    .orderBy('is_default', 'desc')
    .orderBy(sql`lower(location_name) nulls last`)
    .orderBy('created_at')
    .orderBy('location_id')
    .limit(MAX_LOCATIONS),
);

/** All locations of a client, the default first, then by name. */
export function findLocations(db: Db, clientId: string): Promise<LocationRecord[]> {
  return db.all(listStatement, { client_id: clientId });
}

const statesStatement = statement<Tables>()((db, p: { client_id: string }) =>
  db
    .selectFrom('client_locations')
    .select(['location_id', 'is_active', 'is_default'])
    .where('client_id', '=', p.client_id)
    .orderBy('created_at')
    .orderBy('location_id')
    .limit(MAX_LOCATIONS),
);

/** What the choice of the default depends on, oldest first. */
export function findLocationStates(tx: Tx, clientId: string): Promise<LocationState[]> {
  return tx.all(statesStatement, { client_id: clientId });
}

const insertStatement = statement<Tables>()((db, p: LocationWrite) =>
  db
    .insertInto('client_locations')
    .values({
      location_id: p.location_id,
      client_id: p.client_id,
      location_name: p.location_name,
      address_line1: p.address_line1,
      address_line2: p.address_line2,
      address_line3: p.address_line3,
      city: p.city,
      state_province: p.state_province,
      postal_code: p.postal_code,
      country_code: p.country_code,
      country_name: p.country_name,
      region_code: p.region_code,
      is_billing_address: p.is_billing_address,
      is_shipping_address: p.is_shipping_address,
      is_default: p.is_default,
      phone: p.phone,
      fax: p.fax,
      email: p.email,
      notes: p.notes,
      is_active: p.is_active,
    })
    .returningAll(),
);

/** Members left out become null. */
export async function insertLocation(tx: Tx, location: LocationWrite): Promise<LocationRecord> {
  return (await tx.first(insertStatement, location)) as LocationRecord;
}

/** Writes the changes and raises the location's own version. */
export async function updateLocationRow(tx: Tx, locationId: string, changes: Updateable<ClientLocationsTable>): Promise<LocationRecord> {
  return tx
    .updateTable('client_locations')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('location_id', '=', locationId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteLocationRow(tx: Tx, locationId: string): Promise<void> {
  await tx.deleteFrom('client_locations').where('location_id', '=', locationId).execute();
}
