import type { ClientLocation } from '@psa/contracts-clients';
import type { LocationRecord } from './client-location.records.ts';

/** Path of a location. */
export function locationPath({ client_id, location_id }: { client_id: string; location_id: string }): string {
  return `/api/v1/clients/${client_id}/locations/${location_id}`;
}

/** A location as the API shows it. */
export function toLocation(row: LocationRecord): ClientLocation {
  const self = locationPath(row);
  const client = `/api/v1/clients/${row.client_id}`;
  return {
    ...row,
    _links: {
      self: { href: self, method: 'GET' },
      edit: { href: self, method: 'PUT' },
      delete: { href: self, method: 'DELETE' },
      list: { href: `${client}/locations`, method: 'GET' },
      client: { href: client, method: 'GET' },
    },
  };
}

/** What other services keep of a location, beside the client it is of. */
export function locationFacts(row: LocationRecord) {
  return {
    location_id: row.location_id,
    location_name: row.location_name,
    is_active: row.is_active,
    address_line1: row.address_line1,
    address_line2: row.address_line2,
    address_line3: row.address_line3,
    city: row.city,
    state_province: row.state_province,
    postal_code: row.postal_code,
    country_code: row.country_code,
    region_code: row.region_code,
    email: row.email,
    is_billing_address: row.is_billing_address,
    is_default: row.is_default,
  };
}
