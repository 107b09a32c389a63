import { notFound } from '@psa/contract-kit';
import { permissionRoutes } from '@psa/contracts-identity';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../../identity-app.ts';
import { listRoles } from '../role/role.list.ts';
import { toRole } from '../role/role.view.ts';
import { createPermission, deletePermission, updatePermission } from './permission.actions.ts';
import { listPermissions } from './permission.list.ts';
import { findAllPermissions, findPermission } from '../grant/permission.records.ts';
import { permissionPath, toCategories, toPermission } from '../grant/permission.view.ts';

export const permissionHandlers = handlers(permissionRoutes, {
  listPermissions: async ({ db, query }) => {
    const { rows, pagination } = await listPermissions(db, query);
    return { data: rows.map(toPermission), pagination };
  },

  createPermission: async ({ db, body }) => {
    const row = await createPermission(db, body);
    return versioned({ data: toPermission(row) }, row.version, permissionPath(row.permission_id));
  },

  listPermissionCategories: async ({ db }) => ({ data: { categories: toCategories(await findAllPermissions(db)) } }),

  getPermission: async ({ db, params }) => {
    const row = await findPermission(db, params.id);
    if (row === undefined) throw notFound('Permission');
    return versioned({ data: toPermission(row) }, row.version);
  },

  updatePermission: async ({ db, params, body, ifMatch }) => {
    const row = await updatePermission(db, params.id, body, ifMatch);
    return versioned({ data: toPermission(row) }, row.version);
  },

  deletePermission: ({ db, params, ifMatch }) => deletePermission(db, params.id, ifMatch),

  listRolesOfPermission: async ({ db, params, query }) => {
    if ((await findPermission(db, params.id)) === undefined) throw notFound('Permission');
    const { rows, pagination } = await listRoles(db, query, params.id);
    return { data: rows.map(toRole), pagination };
  },
});
