import { Id, Links } from '@psa/contract-kit';
import { z } from 'zod';
import { RoleOfUser } from './user.schemas.ts';

export const UserRoleIds = z
  .object({
    role_ids: z
      .array(Id)
      .min(1)
      .max(10)
      .transform((ids) => [...new Set(ids)])
      .describe("Roles of the user's portal"),
  })
  .meta({ id: 'UserRoleIds' });

export const UserPermissions = z
  .object({
    user_id: Id.describe('User asked about'),
    permissions: z.array(z.string()).describe('Permissions of their roles, as resource:action'),
    roles: z.array(RoleOfUser).describe('Roles they have'),
    effective_permissions: z.array(z.string()).describe('The same with what their teams may do: what counts'),
    _links: Links.optional(),
  })
  .meta({ id: 'UserPermissions' });
export type UserPermissions = z.infer<typeof UserPermissions>;
