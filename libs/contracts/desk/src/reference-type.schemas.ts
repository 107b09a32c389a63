import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** A type of tasks or of interactions. */
export const ReferenceType = z
  .object({
    type_id: Id.describe('Identifies the type'),
    type_key: z.string().describe('Key that tasks name it by'),
    type_name: z.string().describe('Name'),
    color: z.string().nullable().describe('Colour as #RRGGBB'),
    icon: z.string().nullable().describe('Name of an icon'),
    display_order: z.int().describe('Place in the list'),
    created_at: Timestamp.describe('When it was imported'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ReferenceType' });
export type ReferenceType = z.infer<typeof ReferenceType>;
