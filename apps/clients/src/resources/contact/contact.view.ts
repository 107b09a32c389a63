import type { Contact, EmailType } from '@psa/contracts-clients';
import type { ContactRow } from './contact.records.ts';

const BASE = '/api/v1/contacts';

/** Path of a contact. */
export function contactPath(contactId: string): string {
  return `${BASE}/${contactId}`;
}

/** A contact as the API shows it. */
export function toContact(row: ContactRow): Contact {
  const self = contactPath(row.contact_name_id);
  const phone = defaultPhone(row);
  return {
    contact_name_id: row.contact_name_id,
    full_name: row.full_name,
    client_id: row.client_id,
    client_name: row.client_name,
    email: row.email,
    primary_email_canonical_type: row.primary_email_canonical_type as EmailType | null,
    primary_email_custom_type_id: row.primary_email_custom_type_id,
    primary_email_type: row.primary_email_canonical_type ?? row.primary_email_custom_type ?? '',
    additional_email_addresses: row.additional_email_addresses,
    phone_numbers: row.phone_numbers,
    default_phone_number: phone?.phone_number ?? null,
    default_phone_type: phone?.canonical_type ?? phone?.custom_type ?? null,
    role: row.role,
    notes: row.notes,
    is_inactive: row.is_inactive,
    tags: row.tags,
    avatarUrl: row.avatar === null ? null : `${self}/avatar?v=${row.avatar.slice(0, 8)}`,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    tenant: row.tenant,
    _links: {
      self: { href: self, method: 'GET' },
      edit: { href: self, method: 'PUT' },
      delete: { href: self, method: 'DELETE' },
      list: { href: BASE, method: 'GET' },
      ...(row.client_id === null ? {} : { client: { href: `/api/v1/clients/${row.client_id}`, method: 'GET' } }),
    },
  };
}

/** The number to call. */
function defaultPhone({ phone_numbers }: Pick<ContactRow, 'phone_numbers'>) {
  return phone_numbers.find(({ is_default }) => is_default);
}
