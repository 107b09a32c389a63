import {
  EXAMPLE_ID,
  externalIdFilter,
  forStaff,
  Id,
  Links,
  listQuery,
  QueryBoolean,
  queryInteger,
  queryList,
  rowVersion,
  shownExternalIds,
  Timestamp,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';
import { EmailAddress } from './contact-fields.ts';
import {
  ContactEmailAddress,
  ContactEmailAddressInput,
  ContactPhoneNumber,
  ContactPhoneNumberInput,
  EmailType,
  MAX_CONTACT_PARTS,
} from './contact-parts.schemas.ts';
import { Tags, tagsFilter } from './tags.ts';

const writable = {
  ...writableExternalIds,
  full_name: z.string().trim().min(1).max(255).describe('Full name'),
  email: EmailAddress.describe('Primary e-mail address; kept in lower case, one contact alone has it'),
  client_id: Id.nullish().describe('Client the contact belongs to'),
  phone_numbers: z.array(ContactPhoneNumberInput).max(MAX_CONTACT_PARTS).describe('Telephone numbers; replaced as a whole'),
  primary_email_canonical_type: EmailType.nullish().describe('Kind of the primary address; work when no kind is given'),
  primary_email_custom_type: z
    .string()
    .trim()
    .min(1)
    .max(50)
    .nullish()
    .describe("A kind of the tenant's own, by name; made when it is new"),
  primary_email_custom_type_id: Id.nullish().describe("A kind of the tenant's own, by id"),
  additional_email_addresses: z
    .array(ContactEmailAddressInput)
    .max(MAX_CONTACT_PARTS)
    .describe('Further e-mail addresses; replaced as a whole'),
  role: z.string().max(100).nullish().describe('What the contact does at the client'),
  notes: z.string().max(10_000).nullish().describe('Notes'),
  is_inactive: z.boolean().describe('Inactive contacts get no new work'),
  tags: Tags,
};

export const CreateContact = z
  .object({
    ...writable,
    phone_numbers: writable.phone_numbers.default([]),
    additional_email_addresses: writable.additional_email_addresses.default([]),
    is_inactive: writable.is_inactive.default(false),
    tags: writable.tags.default([]),
  })
  .meta({
    id: 'CreateContact',
    example: {
      full_name: 'Grace Hopper',
      email: 'grace@example.com',
      client_id: EXAMPLE_ID,
      role: 'IT manager',
      phone_numbers: [{ phone_number: '+353 1 555 0100', canonical_type: 'work', is_default: true }],
      additional_email_addresses: [{ email_address: 'grace.hopper@example.com', canonical_type: 'personal' }],
      notes: 'Best reached in the morning',
      tags: ['decision maker'],
      external_ids: [{ source: 'crm', id: 'A-1001' }],
    },
  });
export type CreateContact = z.infer<typeof CreateContact>;

/** A new primary address keeps the one before as an additional one, unless the additional ones are given as well. */
export const UpdateContact = z
  .object(writable)
  .partial()
  .meta({
    id: 'UpdateContact',
    example: {
      role: 'Head of IT',
      phone_numbers: [{ phone_number: '+353 86 555 0100', canonical_type: 'mobile', is_default: true }],
      notes: 'Best reached in the afternoon',
      is_inactive: false,
      tags: ['decision maker'],
    },
  });
export type UpdateContact = z.infer<typeof UpdateContact>;

export const Contact = z
  .object({
    contact_name_id: Id.describe('Identifies the contact'),
    ...shownExternalIds,
    ...rowVersion,
    full_name: z.string().describe('Full name'),
    client_id: Id.nullable().describe('Client the contact belongs to'),
    client_name: z.string().nullable().describe('Name of that client'),
    email: z.string().describe('Primary e-mail address'),
    primary_email_canonical_type: EmailType.nullable().describe('Kind of the primary address; null when it is of a kind of the tenant'),
    primary_email_custom_type_id: Id.nullable().describe("Id of a kind of the tenant's own"),
    primary_email_type: z.string().describe('Kind of the primary address, whosever it is'),
    additional_email_addresses: z.array(ContactEmailAddress).describe('Further e-mail addresses'),
    phone_numbers: z.array(ContactPhoneNumber).describe('Telephone numbers'),
    default_phone_number: z.string().nullable().describe('The number to call, as it was written'),
    default_phone_type: z.string().nullable().describe('Kind of that number'),
    role: z.string().nullable().describe('What the contact does at the client'),
    notes: forStaff(z.string().nullable().describe('Notes')),
    is_inactive: z.boolean().describe('Inactive contacts get no new work'),
    tags: forStaff(z.array(z.string()).describe('Tags')),
    avatarUrl: z.string().nullable().describe('Address of the picture'),
    created_at: Timestamp.describe('When the contact was created'),
    updated_at: Timestamp.describe('When the contact was last changed'),
    tenant: Id.describe('Tenant of the caller'),
    _links: Links,
  })
  .meta({ id: 'Contact' });
export type Contact = z.infer<typeof Contact>;

export const contactSortColumns = ['created_at', 'updated_at', 'full_name', 'email', 'role', 'is_inactive', 'client_name'] as const;

const filter = (longest: number) => z.string().max(longest).optional();

const ownFilters = {
  full_name: filter(255).describe('Part of the name'),
  email: filter(255).describe('Part of any of the addresses'),
  phone_number: filter(32).describe('Part of a telephone number, as it was written or by its digits'),
  role: filter(100).describe('Part of the role'),
  is_inactive: QueryBoolean.optional().describe('true: inactive contacts only; false: active ones only'),
  tags: tagsFilter,
};

/** The contacts of one client. */
export const ClientContactListQuery = listQuery({
  sort: contactSortColumns,
  defaultSort: 'full_name',
  defaultOrder: 'asc',
  filters: ownFilters,
});
export type ClientContactListQuery = z.infer<typeof ClientContactListQuery>;

export const ContactListQuery = listQuery({
  sort: contactSortColumns,
  defaultSort: 'created_at',
  filters: {
    ...externalIdFilter,
    ...ownFilters,
    client_id: Id.optional().describe('Client'),
    has_client: QueryBoolean.optional().describe('Whether the contact belongs to a client'),
    client_name: filter(255).describe("Part of the client's name"),
  },
});
export type ContactListQuery = z.infer<typeof ContactListQuery>;

export const ContactSearchField = z.enum(['full_name', 'email', 'phone_number', 'role', 'notes']).meta({ id: 'ContactSearchField' });
export type ContactSearchField = z.infer<typeof ContactSearchField>;

export const ContactSearchQuery = z.object({
  query: z.string().trim().min(1).max(255).describe('Text that must occur in one of the fields, whatever its case'),
  fields: queryList(ContactSearchField)
    .optional()
    .describe("Where to look, separated by commas; all but the notes when absent. The client's name is looked at as well"),
  client_id: Id.optional().describe('Contacts of this client only'),
  include_inactive: QueryBoolean.optional().describe('true: inactive contacts as well'),
  limit: queryInteger({ min: 1, max: 100, default: 25 }).describe('Contacts at most'),
});
export type ContactSearchQuery = z.infer<typeof ContactSearchQuery>;

export const ContactStats = z
  .object({
    total_contacts: z.int().describe('All contacts'),
    active_contacts: z.int().describe('Those that are not inactive'),
    inactive_contacts: z.int().describe('Those that are'),
    contacts_with_client: z.int().describe('Those that belong to a client'),
    contacts_without_client: z.int().describe('Those that belong to none'),
    contacts_by_role: z.record(z.string(), z.int()).describe('Contacts of each role, the most frequent thousand roles'),
    recent_contacts: z.int().describe('Those created in the last 30 days'),
  })
  .meta({ id: 'ContactStats' });
export type ContactStats = z.infer<typeof ContactStats>;
