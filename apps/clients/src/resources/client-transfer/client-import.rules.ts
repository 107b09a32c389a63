import { countryName } from '@psa/contract-kit';
import { CreateClient, CreateClientLocation } from '@psa/contracts-clients';
import { z } from 'zod';
import { BooleanCell, TagCell } from '../import/cells.ts';
import type { ImportShape } from '../import/read-rows.ts';

const fields = CreateClient.shape;
const place = CreateClientLocation.shape;
const REQUIRED_OF_ADDRESS = ['address_line1', 'city', 'country_code'] as const;

/** One row; empty cells are absent. */
const ImportRow = z
  .object({
    client_name: fields.client_name,
    external_source: z.string().trim().min(1).max(50).optional(),
    external_id: z.string().trim().min(1).max(255).optional(),
    billing_cycle: z.string().trim().toLowerCase().pipe(fields.billing_cycle).optional(),
    client_type: fields.client_type,
    email: fields.email,
    billing_email: fields.billing_email,
    phone_no: fields.phone_no,
    url: fields.url.optional(),
    tax_id_number: fields.tax_id_number,
    payment_terms: fields.payment_terms,
    region_code: fields.region_code,
    notes: fields.notes,
    tags: TagCell.pipe(fields.tags.unwrap()).optional(),
    is_inactive: BooleanCell.optional(),
    address_line1: place.address_line1.optional(),
    address_line2: place.address_line2,
    city: place.city.optional(),
    state_province: place.state_province,
    postal_code: place.postal_code,
    country_code: z.string().trim().pipe(place.country_code).optional(),
  })
  .superRefine((row, context) => {
    const isAddressed =
      row.address_line2 ?? row.state_province ?? row.postal_code ?? REQUIRED_OF_ADDRESS.map((name) => row[name]).find(Boolean);
    if (isAddressed === undefined) return;
    for (const name of REQUIRED_OF_ADDRESS)
      if (row[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is required of an address' });
  });
export type ClientImportRow = z.infer<typeof ImportRow>;

export const clientImport: ImportShape<ClientImportRow> = {
  schema: ImportRow,
  aliases: {
    name: 'client_name',
    client: 'client_name',
    company: 'client_name',
    company_name: 'client_name',
    id: 'external_id',
    source: 'external_source',
    phone: 'phone_no',
    phone_number: 'phone_no',
    e_mail: 'email',
    website: 'url',
    web_site: 'url',
    type: 'client_type',
    address: 'address_line1',
    street: 'address_line1',
    state: 'state_province',
    province: 'state_province',
    zip: 'postal_code',
    zip_code: 'postal_code',
    postcode: 'postal_code',
    country: 'country_code',
    vat_id: 'tax_id_number',
    tax_id: 'tax_id_number',
    inactive: 'is_inactive',
  },
  required: ['client_name'],
  unique: ['client_name'],
};

/** Where an imported row comes from unless the file says so. */
export const DEFAULT_SOURCE = 'import';

/** The external id of a row. */
export function externalIdOf({
  external_source = DEFAULT_SOURCE,
  external_id,
}: ClientImportRow): { source: string; id: string } | undefined {
  return external_id === undefined ? undefined : { source: external_source, id: external_id };
}

/** The members of a row that are the client's own. */
export function clientMembers({
  external_source: _source,
  external_id: _id,
  address_line1: _line1,
  address_line2: _line2,
  city: _city,
  state_province: _state,
  postal_code: _code,
  country_code: _country,
  ...members
}: ClientImportRow) {
  return members;
}

/** The location of a row; undefined where it has no address. */
export function locationMembers(row: ClientImportRow) {
  const { address_line1, address_line2, city, state_province, postal_code, country_code } = row;
  if (address_line1 === undefined || city === undefined || country_code === undefined) return undefined;
  return { address_line1, address_line2, city, state_province, postal_code, country_code, country_name: countryName(country_code) };
}
