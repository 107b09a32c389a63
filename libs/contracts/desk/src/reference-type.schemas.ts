import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const type_name = z.string().trim().min(1).max(255).describe('Name; unique among the types of its kind, whatever its case');
const more = {
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #RRGGBB')
    .nullish()
    .describe('Colour as #RRGGBB'),
  icon: z.string().trim().min(1).max(50).nullish().describe('Name of an icon'),
  display_order: z.int().min(0).max(1_000_000).optional().describe('Place in the list; behind the last when absent'),
};

export const CreateReferenceType = z
  .object({
    type_name,
    type_key: z
      .string()
      .regex(/^[a-z0-9_]{1,50}$/, 'must be of small letters, digits and underscores')
      .optional()
      .describe('Key that it is named by; made of the name when absent, and never changed'),
    ...more,
  })
  .meta({ id: 'CreateReferenceType' });
export type CreateReferenceType = z.infer<typeof CreateReferenceType>;

export const UpdateReferenceType = z
  .object({ type_name, ...more })
  .partial()
  .meta({ id: 'UpdateReferenceType' });
export type UpdateReferenceType = z.infer<typeof UpdateReferenceType>;

/** A type of tasks or of interactions. */
export const ReferenceType = z
  .object({
    type_id: Id.describe('Identifies the type'),
    type_key: z.string().describe('Key that it is named by'),
    type_name: z.string().describe('Name'),
    color: z.string().nullable().describe('Colour as #RRGGBB'),
    icon: z.string().nullable().describe('Name of an icon'),
    display_order: z.int().describe('Place in the list'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ReferenceType' });
export type ReferenceType = z.infer<typeof ReferenceType>;
