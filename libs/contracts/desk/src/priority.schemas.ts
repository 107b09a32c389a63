import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { nullableText } from './project-fields.ts';

export const PriorityItemType = z.enum(['ticket', 'project_task']).meta({ id: 'PriorityItemType' });
export type PriorityItemType = z.infer<typeof PriorityItemType>;

const priority_name = z.string().trim().min(1).max(255).describe('Name; unique among the priorities of its kind, whatever its case');
const more = {
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #RRGGBB')
    .nullish()
    .describe('Colour as #RRGGBB'),
  order_number: z.int().min(0).max(1_000_000).optional().describe('Place in the list, the most urgent first; behind the last when absent'),
  description: nullableText(2000).describe('When it is chosen'),
};

export const CreatePriority = z
  .object({ priority_name, item_type: PriorityItemType.default('ticket').describe('What it is a priority of'), ...more })
  .meta({ id: 'CreatePriority' });
export type CreatePriority = z.infer<typeof CreatePriority>;

export const UpdatePriority = z
  .object({ priority_name, ...more })
  .partial()
  .meta({ id: 'UpdatePriority' });
export type UpdatePriority = z.infer<typeof UpdatePriority>;

export const Priority = z
  .object({
    priority_id: Id.describe('Identifies the priority'),
    priority_name: z.string().describe('Name'),
    item_type: PriorityItemType.describe('What it is a priority of'),
    color: z.string().nullable().describe('Colour as #RRGGBB'),
    order_number: z.int().describe('Place in the list'),
    description: z.string().nullable().describe('When it is chosen'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Priority' });
export type Priority = z.infer<typeof Priority>;

export const PriorityListQuery = listQuery({
  sort: ['order_number', 'priority_name', 'created_at', 'updated_at'],
  defaultSort: 'order_number',
  defaultOrder: 'asc',
  limit: { default: 100, max: 100 },
  filters: {
    priority_name: z.string().max(255).optional().describe('Part of the name'),
    item_type: PriorityItemType.default('ticket').describe('What they are priorities of'),
  },
});
export type PriorityListQuery = z.infer<typeof PriorityListQuery>;
