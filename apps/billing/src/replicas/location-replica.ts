import { Replica } from '@psa/postgres-kit';
import type { Db } from '../billing-app.ts';
import type { LocationCopy } from './replica.tables.ts';

const MEMBERS = {
  client_id: '00000000-0000-0000-0000-000000000000',
  location_name: null,
  is_active: false,
  address_line1: null,
  address_line2: null,
  address_line3: null,
  city: null,
  state_province: null,
  postal_code: null,
  country_code: null,
  region_code: null,
  email: null,
  is_billing_address: false,
  is_default: false,
} satisfies Omit<LocationCopy, 'location_id'>;

export const locationReplica = new Replica<LocationCopy, 'location_id'>({
  table: 'location_replicas',
  key: 'location_id',
  unknown: MEMBERS,
  called: 'a location of this client',
});

/** What is kept of a location; events of older versions lack its address. */
export function locationCopy(facts: Pick<LocationCopy, 'location_id' | 'client_id' | 'is_active'> & Partial<LocationCopy>): LocationCopy {
  return { ...MEMBERS, ...facts };
}

/** Where invoices of a client go: its billing address, or the location meant when none is named. */
export function billingAddress(db: Db, clientId: string): Promise<LocationCopy | undefined> {
  return db
    .selectFrom('location_replicas')
    .select([...(Object.keys(MEMBERS) as (keyof typeof MEMBERS)[]), 'location_id'])
    .where('client_id', '=', clientId)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .where('address_line1', 'is not', null)
    .orderBy('is_billing_address', 'desc')
    .orderBy('is_default', 'desc')
    .orderBy('location_id')
    .limit(1)
    .executeTakeFirst();
}

/** Tax regions of those of these locations that belong to a client and have one, by their ids. */
export async function regionsOf(db: Db, clientId: string, locationIds: readonly string[]): Promise<Map<string, string>> {
  if (locationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('location_replicas')
    .select(['location_id', 'region_code'])
    .where('client_id', '=', clientId)
    .where('location_id', 'in', [...new Set(locationIds)])
    .where('region_code', 'is not', null)
    .execute();
  return new Map(rows.map(({ location_id, region_code }) => [location_id, region_code!]));
}
