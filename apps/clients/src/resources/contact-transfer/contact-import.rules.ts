import { Id, Instant } from '@psa/contract-kit';
import { CreateContact, PhoneType } from '@psa/contracts-clients';
import { z } from 'zod';
import { BooleanCell, TagCell } from '../import/cells.ts';
import type { ImportShape } from '../import/read-rows.ts';

const fields = CreateContact.shape;

/** A kind of the product, or a name for one of the tenant's own. */
const PhoneTypeCell = z
  .string()
  .trim()
  .max(50)
  .transform((text) => {
    const known = PhoneType.safeParse(text.toLowerCase());
    return known.success ? { canonical_type: known.data, custom_type: undefined } : { canonical_type: undefined, custom_type: text };
  });

/** One row as the columns of an export name it; empty cells are absent. */
const ImportRow = z.object({
  contact_name_id: Id.optional(),
  full_name: fields.full_name,
  email: fields.email,
  role: fields.role,
  is_inactive: BooleanCell.default(false),
  created_at: Instant.optional(),
  client_name: z.string().trim().min(1).max(255).optional(),
  default_phone_number: z.string().trim().min(1).max(32).optional(),
  default_phone_type: PhoneTypeCell.optional(),
  notes: fields.notes,
  tags: TagCell.pipe(fields.tags.unwrap()).default([]),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const contactImport: ImportShape<ImportRow> = {
  schema: ImportRow,
  aliases: {
    id: 'contact_name_id',
    name: 'full_name',
    email_address: 'email',
    e_mail: 'email',
    phone: 'default_phone_number',
    phone_number: 'default_phone_number',
    phone_type: 'default_phone_type',
    client: 'client_name',
    company: 'client_name',
    inactive: 'is_inactive',
  },
  required: ['full_name', 'email'],
  unique: ['email', 'contact_name_id'],
};
