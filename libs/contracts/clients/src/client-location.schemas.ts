import { CountryCode, Id, Links, rowVersion, shownExternalIds, Timestamp, writableExternalIds } from '@psa/contract-kit';
import { z } from 'zod';
import { EmailAddress, PhoneNumber } from './contact-fields.ts';

/** Locations a client may have; its list is never paged and so never longer. */
export const MAX_LOCATIONS = 500;

const required = (longest: number) => z.string().trim().min(1).max(longest);
const text = (longest: number) => z.string().max(longest).nullish();

const writable = {
  ...writableExternalIds,
  location_name: text(255).describe('Name, such as Head office'),
  address_line1: required(255).describe('Street and number'),
  address_line2: text(255).describe('Second line'),
  address_line3: text(255).describe('Third line'),
  city: required(255).describe('City'),
  state_province: text(255).describe('State or province'),
  postal_code: text(32).describe('Postal code'),
  country_code: CountryCode.describe('Code of the country by ISO 3166, such as US or USA'),
  country_name: required(255).describe('Name of the country'),
  region_code: text(50).describe('Tax region'),
  is_billing_address: z.boolean().describe('Whether invoices go there'),
  is_shipping_address: z.boolean().describe('Whether goods go there'),
  is_default: z
    .boolean()
    .describe('The one location meant when none is named; has to be active. The first active one becomes it by itself')
    .meta({ example: true }),
  phone: PhoneNumber.nullish().describe('Telephone number'),
  fax: PhoneNumber.nullish().describe('Fax number'),
  email: EmailAddress.nullish().describe('E-mail address; kept in lower case'),
  notes: text(10_000).describe('Notes'),
  is_active: z.boolean().describe('Whether the location is in use'),
};

export const CreateClientLocation = z
  .object({
    ...writable,
    is_billing_address: writable.is_billing_address.default(false),
    is_shipping_address: writable.is_shipping_address.default(false),
    is_default: writable.is_default.default(false),
    is_active: writable.is_active.default(true),
  })
  .meta({ id: 'CreateClientLocation' });
export type CreateClientLocation = z.infer<typeof CreateClientLocation>;

export const UpdateClientLocation = z.object(writable).partial().meta({ id: 'UpdateClientLocation' });
export type UpdateClientLocation = z.infer<typeof UpdateClientLocation>;

export const ClientLocation = z
  .object({
    location_id: Id.describe('Identifies the location'),
    ...shownExternalIds,
    ...rowVersion,
    client_id: Id.describe('Client it belongs to'),
    location_name: z.string().nullable().describe('Name'),
    address_line1: z.string().describe('Street and number'),
    address_line2: z.string().nullable().describe('Second line'),
    address_line3: z.string().nullable().describe('Third line'),
    city: z.string().describe('City'),
    state_province: z.string().nullable().describe('State or province'),
    postal_code: z.string().nullable().describe('Postal code'),
    country_code: z.string().describe('Code of the country'),
    country_name: z.string().describe('Name of the country'),
    region_code: z.string().nullable().describe('Tax region'),
    is_billing_address: z.boolean().describe('Whether invoices go there'),
    is_shipping_address: z.boolean().describe('Whether goods go there'),
    is_default: z.boolean().describe('The one location meant when none is named'),
    phone: z.string().nullable().describe('Telephone number'),
    fax: z.string().nullable().describe('Fax number'),
    email: z.string().nullable().describe('E-mail address'),
    notes: z.string().nullable().describe('Notes'),
    is_active: z.boolean().describe('Whether the location is in use'),
    created_at: Timestamp.describe('When the location was created'),
    updated_at: Timestamp.describe('When the location was last changed'),
    tenant: Id.describe('Tenant of the caller'),
    _links: Links,
  })
  .meta({ id: 'ClientLocation' });
export type ClientLocation = z.infer<typeof ClientLocation>;
