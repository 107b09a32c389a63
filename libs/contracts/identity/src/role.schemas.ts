import { Id, Links, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { Permission } from './permission.schemas.ts';

/** Most permissions named in one request: more than there are in the catalogue. */
const MOST_PERMISSIONS = 500;
/** Most roles made by one request. */
const MOST_ROLES = 20;

const RoleName = z.string().trim().min(1).max(100);
const Description = z.string().trim().max(500);
const PermissionIds = z.array(Id).max(MOST_PERMISSIONS);

/** A set of permissions that users are given. */
export const Role = z
  .object({
    role_id: Id.describe('Identifies the role'),
    role_name: z.string().describe('Name, once in each portal'),
    description: z.string().nullable().describe('What the role is for'),
    msp: z.boolean().describe("For the MSP's own people"),
    client: z.boolean().describe('For the people of clients'),
    is_template: z.boolean().describe('Meant to be copied'),
    user_count: z.int().describe('Users who have the role'),
    tenant: Id.describe('Tenant of the caller'),
    created_at: Timestamp.describe('When the role was created'),
    updated_at: Timestamp.describe('When the role was last changed'),
    _links: Links,
  })
  .meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

export const RoleWithPermissions = Role.extend({
  permissions: z.array(Permission.omit({ _links: true })).describe('What the role allows, by resource and action'),
}).meta({ id: 'RoleWithPermissions' });
export type RoleWithPermissions = z.infer<typeof RoleWithPermissions>;

export const CreateRole = z
  .object({
    role_name: RoleName.describe('Name, once in each portal whatever its case'),
    description: Description.nullish().describe('What the role is for'),
    permissions: PermissionIds.optional().describe('Ids of the permissions it allows'),
    copy_from_role_id: Id.optional().describe('Role whose permissions it takes over when it is given none of its own'),
    is_template: z.boolean().default(false).describe('Whether it is meant to be copied'),
    msp: z
      .boolean()
      .optional()
      .describe("For the MSP's own people; as the role it is copied from, otherwise true, when neither portal is named"),
    client: z.boolean().optional().describe('For the people of clients'),
  })
  .meta({ id: 'CreateRole' });
export type CreateRole = z.infer<typeof CreateRole>;

export const UpdateRole = z
  .object({
    role_name: RoleName.optional().describe('Name, once in each portal whatever its case'),
    description: Description.nullish().describe('What the role is for'),
    permissions: PermissionIds.optional().describe('Ids of all permissions it allows from now on'),
    is_template: z.boolean().optional().describe('Whether it is meant to be copied'),
  })
  .meta({ id: 'UpdateRole' });
export type UpdateRole = z.infer<typeof UpdateRole>;

export const CloneRole = z
  .object({
    new_role_name: RoleName.describe('Name of the copy'),
    new_description: Description.nullish().describe('What the copy is for; that it is one when absent'),
    copy_permissions: z.boolean().default(true).describe('Whether the copy allows what the role does'),
    copy_user_assignments: z.boolean().default(false).describe('Whether the users who have the role get the copy as well'),
  })
  .meta({ id: 'CloneRole' });
export type CloneRole = z.infer<typeof CloneRole>;

export const RolePermissionIds = z
  .object({
    permission_ids: PermissionIds.min(1).describe('Ids of permissions'),
  })
  .meta({ id: 'RolePermissionIds' });

export const BulkRoles = z
  .object({
    roles: z.array(CreateRole).min(1).max(MOST_ROLES).describe('Roles to create, each for itself'),
  })
  .meta({ id: 'BulkRoles' });

/** Why one of several things could not be done. */
export const BulkError = z
  .object({
    code: z.string().describe('What a request of its own would have been answered with'),
    message: z.string().describe('The same for people'),
    details: z.unknown().optional().describe('Which members are at fault'),
  })
  .meta({ id: 'BulkError' });
export type BulkError = z.infer<typeof BulkError>;

export const BulkRoleResult = z
  .object({
    success: z.boolean().describe('Whether this role was created'),
    data: RoleWithPermissions.optional().describe('The role'),
    error: BulkError.optional().describe('Why it was not'),
  })
  .meta({ id: 'BulkRoleResult' });
export type BulkRoleResult = z.infer<typeof BulkRoleResult>;

/** What a role may be made from. */
export const RoleTemplate = z
  .object({
    role_id: Id.nullable().describe('Role of the tenant it is; null for a template of the product'),
    role_name: z.string().describe('Name of the role'),
    description: z.string().nullable().describe('What the role is for'),
    msp: z.boolean().describe("For the MSP's own people"),
    client: z.boolean().describe('For the people of clients'),
    is_system: z.boolean().describe('Of the product: as every tenant gets it at first'),
    permissions: z.array(z.string()).describe('What it allows, as `resource:action`'),
    permission_ids: z.array(Id).describe('The same as ids, for the body of a new role'),
  })
  .meta({ id: 'RoleTemplate' });
export type RoleTemplate = z.infer<typeof RoleTemplate>;

export const RoleListQuery = listQuery({
  sort: ['role_name', 'description', 'user_count', 'created_at', 'updated_at'],
  defaultSort: 'role_name',
  defaultOrder: 'asc',
  filters: {
    role_name: z.string().max(100).optional().describe('Part of the name'),
    has_permissions: QueryBoolean.optional().describe('true: roles that allow anything; false: empty ones'),
    permission_resource: z.string().max(50).optional().describe('Roles that allow anything on this resource'),
    permission_action: z.string().max(50).optional().describe('Roles that allow this action; with a resource, on that resource'),
    is_template: QueryBoolean.optional().describe('Whether the role is meant to be copied'),
    portal: z.enum(['msp', 'client']).optional().describe('Roles for the people of this portal'),
  },
});
export type RoleListQuery = z.infer<typeof RoleListQuery>;
