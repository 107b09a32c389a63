import { Id } from '@psa/contract-kit';
import { z } from 'zod';

const writable = {
  status_name: z.string().trim().min(1).max(100).describe('Name; unique among the statuses of projects, whatever its case'),
  is_closed: z.boolean().describe('Whether it closes projects'),
  is_default: z.boolean().describe('Whether new projects get it; the one before gives way'),
  order_number: z.int().min(0).max(1_000_000).describe('Place in the list'),
};

export const CreateProjectStatus = z
  .object({
    status_name: writable.status_name,
    is_closed: writable.is_closed.default(false),
    is_default: writable.is_default.default(false),
    order_number: writable.order_number.optional().describe('Place in the list; behind the last when absent'),
  })
  .meta({ id: 'CreateProjectStatus' });
export type CreateProjectStatus = z.infer<typeof CreateProjectStatus>;

export const UpdateProjectStatus = z.object(writable).partial().meta({ id: 'UpdateProjectStatus' });
export type UpdateProjectStatus = z.infer<typeof UpdateProjectStatus>;

export const ProjectStatus = z
  .object({
    status_id: Id.describe('Identifies the status'),
    status_name: z.string().describe('Name'),
    is_closed: z.boolean().describe('Whether it closes projects'),
    is_default: z.boolean().describe('Whether new projects get it'),
    order_number: z.int().describe('Place in the list'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ProjectStatus' });
export type ProjectStatus = z.infer<typeof ProjectStatus>;
