/** Who bills, as electronic invoices have to say it. */
export const SELLER = {
  seller_name: 'Northwind & Söhne <IT>',
  seller_address: 'Hauptstrasse 1\nHof',
  seller_city: 'Berlin',
  seller_postal_code: '10115',
  seller_country_code: 'DE',
  seller_tax_id: 'DE123456789',
  payment_instructions: 'To account 1234',
};

/** Where a client is, as its service tells of it, beside its id and that of the client. */
export const OFFICE = {
  location_name: null,
  is_active: true,
  address_line1: 'Ring 2',
  address_line2: null,
  address_line3: null,
  city: 'Bern',
  state_province: null,
  postal_code: '3011',
  country_code: 'CH',
  region_code: null,
  email: null,
  is_billing_address: true,
  is_default: true,
};
