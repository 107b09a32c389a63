import type { ClientLocation } from '@psa/contracts-clients';
import type { LocationRecord } from './client-location.records.ts';

/** Path of a location. */
export function locationPath({ client_id, location_id }: { client_id: string; location_id: string }): string {
  return `/api/v1/clients/${client_id}/locations/${location_id}`;
}

/** A location as the API shows it. */
export function toLocation({ version: _, ...row }: LocationRecord): ClientLocation {
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
