import { randomUUID } from 'node:crypto';
import type { permissionCheckRoutes, permissionRoutes, rbacRoutes, roleRoutes } from '@psa/contracts-identity';
import type { Fixture, World } from '@psa/test-kit/derived';
import { settleGranter } from './granter.ts';
import { settle } from './make.ts';

async function makeRole(world: World): Promise<{ role_id: string; held: string[]; free: string[] }> {
  const [first = '', ...free] = await settleGranter(world);
  const { body } = await world.api.post('/api/v1/roles', { role_name: `Role ${randomUUID()}`, permissions: [first] });
  return { role_id: body.data.role_id as string, held: [first], free };
}

const onRole: Fixture = async (world) => ({ params: { id: (await makeRole(world)).role_id } });

const withPermissions =
  (which: 'held' | 'free'): Fixture =>
  async (world) => {
    const role = await makeRole(world);
    return { params: { id: role.role_id }, body: { permission_ids: role[which] } };
  };

export const roleFixtures: { readonly [K in keyof typeof roleRoutes | keyof typeof rbacRoutes]: Fixture } = {
  listRoles: async (world) => {
    await makeRole(world);
    return {};
  },
  createRole: async (world) => ({ body: { role_name: 'Auditor', permissions: await settleGranter(world) } }),
  bulkCreateRoles: async (world) => ({
    body: { roles: [{ role_name: 'Auditor', permissions: await settleGranter(world) }, { role_name: 'Reader' }] },
  }),
  listRoleTemplates: async (world) => {
    await makeRole(world);
    return {};
  },
  getRole: onRole,
  updateRole: async (world) => ({ ...(await onRole(world)), body: { description: 'Changed' } }),
  deleteRole: onRole,
  listRolePermissions: onRole,
  addRolePermissions: withPermissions('free'),
  replaceRolePermissions: withPermissions('free'),
  removeRolePermissions: withPermissions('held'),
  cloneRole: async (world) => ({ ...(await onRole(world)), body: { new_role_name: 'Copy' } }),
  listUsersWithRoles: async ({ service, caller }) => {
    await settle(service, caller);
    return {};
  },
  getRbacAnalytics: async (world) => {
    await makeRole(world);
    return {};
  },
};

const onPermission: Fixture = async ({ service, caller, api }) => {
  await settle(service, caller);
  const { body } = await api.post('/api/v1/permissions', { resource: 'drone', action: 'fly' });
  return { params: { id: body.data.permission_id as string } };
};

const settled: Fixture = async ({ service, caller }) => {
  await settle(service, caller);
  return {};
};

export const permissionFixtures: { readonly [K in keyof typeof permissionRoutes | keyof typeof permissionCheckRoutes]: Fixture } = {
  listPermissions: async (world) => {
    await onPermission(world);
    return {};
  },
  createPermission: async (world) => ({ ...(await settled(world)), body: { resource: 'drone', action: 'fly' } }),
  listPermissionCategories: async (world) => {
    await onPermission(world);
    return {};
  },
  getPermission: onPermission,
  updatePermission: async (world) => ({ ...(await onPermission(world)), body: { description: 'Changed' } }),
  deletePermission: onPermission,
  listRolesOfPermission: onPermission,
  checkPermissions: async (world) => ({ ...(await settled(world)), body: { permissions: [{ resource: 'asset', action: 'read' }] } }),
  checkFeatureAccess: async (world) => ({ ...(await settled(world)), body: { feature_name: 'ticketing' } }),
  listFeatures: settled,
  updateFeature: async (world) => ({ ...(await settled(world)), params: { name: 'ticketing' }, body: { is_enabled: false } }),
};
