import { Id } from '@psa/contract-kit';
import { z } from 'zod';
import { EmailAddress, PhoneNumber } from './contact-fields.ts';

/** Telephone numbers, and additional addresses, a contact may have. */
export const MAX_CONTACT_PARTS = 20;

export const PhoneType = z.enum(['work', 'mobile', 'home', 'fax', 'other']).meta({ id: 'PhoneType' });
export type PhoneType = z.infer<typeof PhoneType>;

export const EmailType = z.enum(['work', 'personal', 'billing', 'other']).meta({ id: 'EmailType' });
export type EmailType = z.infer<typeof EmailType>;

const customType = z.string().trim().min(1).max(50).nullish();

/** A telephone number as it is written. */
export const ContactPhoneNumberInput = z
  .object({
    contact_phone_number_id: Id.optional().describe('Keeps the number of this id; an id that is none of the contact counts as absent'),
    phone_number: PhoneNumber.min(1).describe('The number as people write it'),
    canonical_type: PhoneType.nullish().describe('Kind of number; work when no kind is given'),
    custom_type: customType.describe("A kind of the tenant's own, by name; made when it is new"),
    custom_phone_type_id: Id.nullish().describe("A kind of the tenant's own, by id"),
    is_default: z.boolean().optional().describe('The number to call; the first one when none is'),
    display_order: z.int().min(0).max(10_000).optional().describe('Place among the numbers; that in the list when absent'),
  })
  .meta({ id: 'ContactPhoneNumberInput' });
export type ContactPhoneNumberInput = z.infer<typeof ContactPhoneNumberInput>;

export const ContactPhoneNumber = z
  .object({
    contact_phone_number_id: Id.describe('Identifies the number'),
    phone_number: z.string().describe('The number as it was written'),
    normalized_phone_number: z
      .string()
      .nullable()
      .describe('The number in E.164; null where it is not understood, such as a national one of which the country is not known'),
    canonical_type: PhoneType.nullable().describe('Kind of number; null when it is of a kind of the tenant'),
    custom_phone_type_id: Id.nullable().describe("Id of a kind of the tenant's own"),
    custom_type: z.string().nullable().describe('Name of that kind'),
    is_default: z.boolean().describe('The number to call: exactly one of a contact that has any'),
    display_order: z.int().describe('Place among the numbers, from 0'),
  })
  .meta({ id: 'ContactPhoneNumber' });
export type ContactPhoneNumber = z.infer<typeof ContactPhoneNumber>;

/** An additional address as it is written. */
export const ContactEmailAddressInput = z
  .object({
    contact_additional_email_address_id: Id.optional().describe(
      'Keeps the address of this id; an id that is none of the contact counts as absent',
    ),
    email_address: EmailAddress.describe('E-mail address; kept in lower case'),
    canonical_type: EmailType.nullish().describe('Kind of address; work when no kind is given'),
    custom_type: customType.describe("A kind of the tenant's own, by name; made when it is new"),
    custom_email_type_id: Id.nullish().describe("A kind of the tenant's own, by id"),
    display_order: z.int().min(0).max(10_000).optional().describe('Place among the addresses; that in the list when absent'),
  })
  .meta({ id: 'ContactEmailAddressInput' });
export type ContactEmailAddressInput = z.infer<typeof ContactEmailAddressInput>;

export const ContactEmailAddress = z
  .object({
    contact_additional_email_address_id: Id.describe('Identifies the address'),
    email_address: z.string().describe('E-mail address'),
    normalized_email_address: z.string().describe('The address by which it is one of a kind in the tenant'),
    canonical_type: EmailType.nullable().describe('Kind of address; null when it is of a kind of the tenant'),
    custom_email_type_id: Id.nullable().describe("Id of a kind of the tenant's own"),
    custom_type: z.string().nullable().describe('Name of that kind'),
    display_order: z.int().describe('Place among the addresses, from 0'),
  })
  .meta({ id: 'ContactEmailAddress' });
export type ContactEmailAddress = z.infer<typeof ContactEmailAddress>;
