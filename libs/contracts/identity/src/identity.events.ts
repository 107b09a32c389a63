import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What other services keep of a user. */
export const UserFacts = z.object({
  user_id: z.guid(),
  username: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  user_type: z.string(),
  is_inactive: z.boolean(),
  timezone: z.string().nullable().optional().describe('IANA zone, null for that of the tenant; absent in events of older versions'),
});

/** Gateways drop what they remember of a caller on any of these. */
export const identityEvents = events('identity', {
  tenantCreated: {
    name: 'tenant.created',
    version: 1,
    permission: 'settings:read',
    key: 'tenant_id',
    summary: 'A tenant was created',
    data: z.object({ tenant_id: z.guid(), name: z.string(), slug: z.string() }),
  },
  tenantSuspended: {
    name: 'tenant.suspended',
    version: 1,
    permission: 'settings:read',
    key: 'tenant_id',
    summary: 'A tenant was suspended',
    data: z.object({ tenant_id: z.guid() }),
  },
  tenantResumed: {
    name: 'tenant.resumed',
    version: 1,
    permission: 'settings:read',
    key: 'tenant_id',
    summary: 'A suspended tenant was resumed',
    data: z.object({ tenant_id: z.guid() }),
  },
  userCreated: { name: 'user.created', version: 1, key: 'user_id', summary: 'A user was created', data: UserFacts },
  userUpdated: {
    name: 'user.updated',
    version: 1,
    key: 'user_id',
    summary: 'A user was changed, deactivated or given other roles',
    data: UserFacts,
  },
  userDeleted: { name: 'user.deleted', version: 1, key: 'user_id', summary: 'A user was deleted', data: z.object({ user_id: z.guid() }) },
  roleUpdated: {
    name: 'role.updated',
    version: 1,
    key: 'role_id',
    summary: 'The permissions of a role were changed',
    data: z.object({ role_id: z.guid(), role_name: z.string() }),
  },
  sessionRevoked: {
    name: 'session.revoked',
    version: 1,
    permission: 'security_settings:read',
    key: 'session_id',
    summary: 'A session was ended before its time',
    data: z.object({ session_id: z.guid(), user_id: z.guid(), reason: z.string() }),
  },
  licenceUpdated: {
    name: 'licence.updated',
    version: 1,
    permission: 'system_settings:read',
    key: 'tenant_id',
    summary: 'The billing system set how many internal users a tenant may have',
    data: z.object({ tenant_id: z.guid(), license_count: z.int() }),
  },
  apiKeyCreated: {
    name: 'api_key.created',
    version: 1,
    permission: 'security_settings:read',
    key: 'api_key_id',
    summary: 'An API key was created',
    data: z.object({ api_key_id: z.guid(), user_id: z.guid() }),
  },
  apiKeyRevoked: {
    name: 'api_key.revoked',
    version: 1,
    permission: 'security_settings:read',
    key: 'api_key_id',
    summary: 'An API key was revoked, rotated or given other limits',
    data: z.object({ api_key_id: z.guid(), key_id: z.string(), user_id: z.guid() }),
  },
});
