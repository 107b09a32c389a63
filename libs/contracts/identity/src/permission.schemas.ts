import { Id, Links, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** A word of a permission. No colon and no blank: pairs are written `resource:action`, and several of them with blanks between. */
const Word = z
  .string()
  .trim()
  .toLowerCase()
  .max(50)
  .regex(/^[a-z][a-z0-9_.-]*$/, 'must start with a letter and hold letters, digits, _ - and . only');

/** A pair of resource and action that roles and teams may hold. */
export const Permission = z
  .object({
    permission_id: Id.describe('Identifies the permission'),
    resource: z.string().describe('What may be acted on'),
    action: z.string().describe('What may be done with it'),
    description: z.string().nullable().describe('What holding it allows'),
    msp: z.boolean().describe("Roles of the MSP's own people can hold it"),
    client: z.boolean().describe('Roles of the client portal can hold it'),
    is_system: z.boolean().describe("Of the product's catalogue: it cannot be changed or deleted"),
    tenant: Id.describe('Tenant of the caller'),
    created_at: Timestamp.describe('When the permission was created'),
    updated_at: Timestamp.describe('When the permission was last changed'),
    _links: Links,
  })
  .meta({ id: 'Permission' });
export type Permission = z.infer<typeof Permission>;

export const CreatePermission = z
  .object({
    resource: Word.describe('What may be acted on'),
    action: Word.describe('What may be done with it'),
    description: z.string().trim().max(255).nullish().describe('What holding it allows'),
    msp: z.boolean().default(true).describe("Whether roles of the MSP's own people can hold it"),
    client: z.boolean().default(false).describe('Whether roles of the client portal can hold it'),
  })
  .meta({ id: 'CreatePermission', description: 'A permission of the tenant itself, for what it builds beside the product' });
export type CreatePermission = z.infer<typeof CreatePermission>;

export const UpdatePermission = z
  .object({
    resource: Word.optional().describe('What may be acted on; only while no role but Admin and no team holds the permission'),
    action: Word.optional().describe('What may be done with it; only while no role but Admin and no team holds the permission'),
    description: z.string().trim().max(255).nullish().describe('What holding it allows'),
  })
  .meta({ id: 'UpdatePermission' });
export type UpdatePermission = z.infer<typeof UpdatePermission>;

export const PermissionListQuery = listQuery({
  sort: ['resource', 'action', 'created_at', 'updated_at'],
  defaultSort: 'resource',
  defaultOrder: 'asc',
  filters: {
    resource: z.string().max(50).optional().describe('Exact'),
    action: z.string().max(50).optional().describe('Exact'),
  },
});
export type PermissionListQuery = z.infer<typeof PermissionListQuery>;

/** All permissions on one resource. */
export const PermissionCategory = z
  .object({
    resource: z.string().describe('What may be acted on'),
    description: z.string().describe('What the resource is'),
    permissions: z.array(Permission.omit({ _links: true })).describe('What may be done with it'),
  })
  .meta({ id: 'PermissionCategory' });
export type PermissionCategory = z.infer<typeof PermissionCategory>;

export const PermissionCategories = z.object({ categories: z.array(PermissionCategory) }).meta({ id: 'PermissionCategories' });
