import { Id, Links, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { AuditEvent } from './audit.schemas.ts';
import { featureNames } from './feature-catalogue.ts';

const UserId = Id.optional().describe('Whose permissions; the caller when absent. Those of others take permission:read');

export const PermissionChecks = z
  .object({
    user_id: UserId,
    permissions: z
      .array(
        z.object({
          resource: z.string().min(1).max(50).describe('What would be acted on'),
          action: z.string().min(1).max(50).describe('What would be done with it'),
        }),
      )
      .min(1)
      .max(50)
      .describe('What is asked about'),
  })
  .meta({ id: 'PermissionChecks' });

export const PermissionCheckResults = z
  .object({
    user_id: Id.describe('Whose permissions were looked at'),
    results: z
      .array(
        z.object({
          resource: z.string().describe('As asked'),
          action: z.string().describe('As asked'),
          granted: z.boolean().describe('Whether the user may'),
          reason: z.string().describe('Which role or team allows it, or why it is not allowed'),
        }),
      )
      .describe('In the order asked'),
    checked_at: Timestamp.describe('When it was so'),
  })
  .meta({ id: 'PermissionCheckResults' });
export type PermissionCheckResults = z.infer<typeof PermissionCheckResults>;

export const FeatureAccessQuestion = z
  .object({
    feature_name: z.string().trim().min(1).max(100).describe('Name of the feature'),
    user_id: UserId,
  })
  .meta({ id: 'FeatureAccessQuestion' });

export const FeatureAccess = z
  .object({
    feature_name: z.string().describe('As asked'),
    has_access: z.boolean().describe('Whether the user may use it'),
    missing_permissions: z.array(z.string()).describe('Permissions of the feature that the user lacks'),
    missing_roles: z.array(z.string()).describe('Names of the roles the tenant demands for it and the user lacks'),
    reason: z.enum(['granted', 'unknown_feature', 'disabled', 'unknown_user', 'inactive_user', 'missing']).describe('Why it is so'),
  })
  .meta({ id: 'FeatureAccess' });
export type FeatureAccess = z.infer<typeof FeatureAccess>;

/** A feature of the product and what the tenant has set about it. */
export const Feature = z
  .object({
    feature_name: z.enum(featureNames).describe('Identifies the feature'),
    description: z.string().describe('What people get'),
    permissions: z.array(z.string()).describe('All that it takes'),
    is_enabled: z.boolean().describe('Whether anybody may use it'),
    required_role_ids: z.array(Id).describe('Roles a user must have beside the permissions'),
  })
  .meta({ id: 'Feature' });
export type Feature = z.infer<typeof Feature>;

export const UpdateFeature = z
  .object({
    is_enabled: z.boolean().optional().describe('Whether anybody may use it'),
    required_role_ids: z.array(Id).max(20).optional().describe('Roles a user must have beside the permissions'),
  })
  .meta({ id: 'UpdateFeature' });
export type UpdateFeature = z.infer<typeof UpdateFeature>;

export const UserWithRoles = z
  .object({
    user_id: Id.describe('Identifies the user'),
    username: z.string().describe('Name to sign in with'),
    email: z.string().describe('E-mail address'),
    first_name: z.string().nullable().describe('First name'),
    last_name: z.string().nullable().describe('Last name'),
    user_type: z.string().describe('internal, or client for a person of a client'),
    is_inactive: z.boolean().describe('May not sign in'),
    roles: z.array(z.object({ role_id: Id, role_name: z.string(), description: z.string().nullable() })).describe('By name'),
    tenant: Id.describe('Tenant of the caller'),
    _links: Links,
  })
  .meta({ id: 'UserWithRoles' });
export type UserWithRoles = z.infer<typeof UserWithRoles>;

export const UserRolesQuery = listQuery({
  sort: ['username', 'email', 'first_name', 'last_name', 'user_type', 'created_at', 'updated_at'],
  defaultSort: 'username',
  defaultOrder: 'asc',
  filters: {
    is_inactive: QueryBoolean.optional().describe('Whether the user may not sign in'),
    role_id: Id.optional().describe('Users who have this role'),
  },
});
export type UserRolesQuery = z.infer<typeof UserRolesQuery>;

const Counts = z.record(z.string(), z.int());

export const RbacAnalytics = z
  .object({
    total_roles: z.int().describe('Roles there are'),
    total_permissions: z.int().describe('Permissions there are'),
    total_users_with_roles: z.int().describe('Users who have any role'),
    active_roles: z.int().describe('Roles that an active user has'),
    unused_roles: z.int().describe('Roles that no user has'),
    unused_permissions: z.int().describe('Permissions that no role and no team holds'),
    role_distribution: Counts.describe('Users by the name of their role; a role of the client portal is named so'),
    permission_distribution: Counts.describe('Permissions by resource'),
    recent_changes: z.array(AuditEvent).describe('The last ten changes of roles, permissions and who holds them'),
  })
  .meta({ id: 'RbacAnalytics' });
export type RbacAnalytics = z.infer<typeof RbacAnalytics>;
