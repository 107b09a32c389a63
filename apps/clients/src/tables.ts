import type { JsonColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

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

export interface UserReplicasTable {
  tenant: TenantColumn;
  user_id: string;
  full_name: string;
  is_deleted: Defaulted<boolean>;
  version: number;
}

/** Every table of the service, by name. */
export interface Tables {
  clients: ClientsTable;
  client_locations: ClientLocationsTable;
  user_replicas: UserReplicasTable;
}
