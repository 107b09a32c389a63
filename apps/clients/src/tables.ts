import type { ContactEmailAddress, ContactPhoneNumber } from '@psa/contracts-clients';
import type { JsonColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType, Generated } from 'kysely';
import type { ReplicaTables } from './replicas/replica.tables.ts';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

export interface ClientsTable {
  tenant: TenantColumn;
  client_id: string;
  client_name: string;
  billing_cycle: string;
  phone_no: string | null;
  email: string | null;
  url: string;
  address: string | null;
  client_type: string | null;
  tax_id_number: string | null;
  notes: string | null;
  properties: JsonColumn<Record<string, unknown> | null>;
  payment_terms: string | null;
  /** Minor units. */
  credit_limit: number | null;
  /** In the tenant's own currency, as billing tells of it. */
  credit_balance: Generated<number>;
  /** Of what billing told last. */
  credit_version: Generated<number>;
  preferred_payment_method: string | null;
  auto_invoice: boolean;
  invoice_delivery_method: string | null;
  region_code: string | null;
  is_tax_exempt: boolean;
  tax_exemption_certificate: string | null;
  timezone: string | null;
  invoice_template_id: string | null;
  billing_contact_id: string | null;
  billing_email: string | null;
  account_manager_id: string | null;
  is_inactive: boolean;
  tags: string[];
  /** Checksum of the logo; null for none. */
  logo: Defaulted<string | null>;
  /** Of the aggregate: changes of the locations raise it as well. */
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface ClientLocationsTable {
  tenant: TenantColumn;
  location_id: string;
  client_id: string;
  location_name: string | null;
  address_line1: string;
  address_line2: string | null;
  address_line3: string | null;
  city: string;
  state_province: string | null;
  postal_code: string | null;
  country_code: string;
  country_name: string;
  region_code: string | null;
  is_billing_address: boolean;
  is_shipping_address: boolean;
  is_default: boolean;
  phone: string | null;
  fax: string | null;
  email: string | null;
  notes: string | null;
  is_active: boolean;
  /** Of this location alone: a change of another one does not refuse a caller's If-Match. */
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface ContactsTable {
  tenant: TenantColumn;
  contact_name_id: string;
  full_name: string;
  client_id: string | null;
  /** The primary address; with the additional ones it is in contact_emails as well. */
  email: string;
  primary_email_canonical_type: string | null;
  primary_email_custom_type_id: string | null;
  primary_email_custom_type: string | null;
  phone_numbers: JsonColumn<ContactPhoneNumber[]>;
  additional_email_addresses: JsonColumn<ContactEmailAddress[]>;
  role: string | null;
  notes: string | null;
  is_inactive: boolean;
  /** Made inactive by its client's becoming so, which can be undone. */
  inactive_with_client: Defaulted<boolean>;
  tags: string[];
  /** Checksum of the picture; null for none. */
  avatar: Defaulted<string | null>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** All addresses of all contacts: one belongs to one contact. */
export interface ContactEmailsTable {
  tenant: TenantColumn;
  email: string;
  contact_name_id: string;
}

/** Kinds of telephone numbers and addresses that the tenant named itself. */
export interface ContactTypesTable {
  tenant: TenantColumn;
  type_id: string;
  kind: string;
  label: string;
  normalized_label: string;
}

export interface PicturesTable {
  tenant: TenantColumn;
  /** A client or a contact. */
  owner_id: string;
  media_type: string;
  bytes: Buffer;
}

/** Every table of the service, by name. */
export interface Tables extends ReplicaTables {
  clients: ClientsTable;
  client_locations: ClientLocationsTable;
  contacts: ContactsTable;
  contact_emails: ContactEmailsTable;
  contact_types: ContactTypesTable;
  pictures: PicturesTable;
}
