import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What other services keep of a client. */
const ClientFacts = z.object({
  client_id: z.guid(),
  client_name: z.string(),
  is_inactive: z.boolean(),
  tags: z.array(z.string()).optional().describe('Absent from events of older versions'),
  region_code: z.string().nullable().optional().describe('Tax region; absent from events of older versions'),
  is_tax_exempt: z.boolean().optional().describe('Whether no tax is charged; absent from events of older versions'),
  payment_terms: z.string().nullable().optional().describe('Terms of payment; absent from events of older versions'),
  billing_cycle: z.string().optional().describe('How often it is billed; absent from events of older versions'),
  auto_invoice: z.boolean().optional().describe('Whether invoices are made by themselves; absent from events of older versions'),
  email: z.string().nullable().optional().describe('Absent from events of older versions'),
  phone_no: z.string().nullable().optional().describe('Absent from events of older versions'),
});

/** What invoices need of an address; absent from events of older versions. */
export const LocationAddress = z.object({
  address_line1: z.string(),
  address_line2: z.string().nullable(),
  address_line3: z.string().nullable(),
  city: z.string(),
  state_province: z.string().nullable(),
  postal_code: z.string().nullable(),
  country_code: z.string(),
  region_code: z.string().nullable().describe('Tax region'),
  email: z.string().nullable(),
  is_billing_address: z.boolean(),
  is_default: z.boolean(),
});

const LocationFacts = LocationAddress.partial().extend({
  client_id: z.guid(),
  location_id: z.guid(),
  location_name: z.string().nullable(),
  is_active: z.boolean(),
});

/** Locations are part of the client: their events carry the client's id and version. */
export const clientEvents = events('clients', {
  created: { name: 'client.created', version: 1, portal: true, key: 'client_id', summary: 'A client was created', data: ClientFacts },
  updated: {
    name: 'client.updated',
    version: 1,
    portal: true,
    key: 'client_id',
    summary: 'A client was changed, renamed, inactivated or reactivated',
    data: ClientFacts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    name: 'client.deleted',
    version: 1,
    portal: true,
    key: 'client_id',
    summary: 'A client was deleted with its locations',
    data: z.object({ client_id: z.guid() }),
  },
  inactivated: {
    name: 'client.inactivated',
    version: 1,
    key: 'client_id',
    summary: 'A client became inactive; its contacts and portal users do with it',
    data: z.object({ client_id: z.guid() }),
  },
  reactivated: {
    name: 'client.reactivated',
    version: 1,
    key: 'client_id',
    summary: 'A client became active again',
    data: z.object({
      client_id: z.guid(),
      with_people: z.boolean().describe('Whether the contacts and portal users that became inactive with it do as well'),
    }),
  },
  locationCreated: {
    name: 'client.location_created',
    version: 1,
    portal: true,
    key: 'client_id',
    summary: 'A client got a location',
    data: LocationFacts,
  },
  locationUpdated: {
    name: 'client.location_updated',
    version: 1,
    portal: true,
    key: 'client_id',
    summary: 'A location of a client was changed',
    data: LocationFacts,
  },
  locationDeleted: {
    name: 'client.location_deleted',
    version: 1,
    portal: true,
    key: 'client_id',
    summary: 'A location of a client was deleted',
    data: z.object({ client_id: z.guid(), location_id: z.guid() }),
  },
});
