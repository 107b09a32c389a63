import type { BillingCycle, Client, InvoiceDeliveryMethod } from '@psa/contracts-clients';
import type { ClientRow } from './client.records.ts';

const BASE = '/api/v1/clients';

function linksOf(clientId: string) {
  const self = `${BASE}/${clientId}`;
  return {
    self: { href: self, method: 'GET' },
    edit: { href: self, method: 'PUT' },
    delete: { href: self, method: 'DELETE' },
    list: { href: BASE, method: 'GET' },
    locations: { href: `${self}/locations`, method: 'GET' },
    contacts: { href: `${self}/contacts`, method: 'GET' },
  };
}

/** A client as the API shows it. */
export function toClient(row: ClientRow): Client {
  return {
    client_id: row.client_id,
    client_name: row.client_name,
    billing_cycle: row.billing_cycle as BillingCycle,
    phone_no: row.phone_no,
    email: row.email,
    url: row.url,
    address: row.address,
    client_type: row.client_type,
    tax_id_number: row.tax_id_number,
    notes: row.notes,
    properties: row.properties,
    payment_terms: row.payment_terms,
    credit_limit: row.credit_limit,
    credit_balance: row.credit_balance,
    preferred_payment_method: row.preferred_payment_method,
    auto_invoice: row.auto_invoice,
    invoice_delivery_method: row.invoice_delivery_method as InvoiceDeliveryMethod | null,
    region_code: row.region_code,
    is_tax_exempt: row.is_tax_exempt,
    tax_exemption_certificate: row.tax_exemption_certificate,
    timezone: row.timezone,
    invoice_template_id: row.invoice_template_id,
    billing_contact_id: row.billing_contact_id,
    billing_email: row.billing_email,
    account_manager_id: row.account_manager_id,
    account_manager_full_name: row.account_manager_full_name,
    is_inactive: row.is_inactive,
    tags: row.tags,
    logoUrl: row.logo === null ? null : `${BASE}/${row.client_id}/logo?v=${row.logo.slice(0, 8)}`,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    tenant: row.tenant,
    _links: linksOf(row.client_id),
  };
}
