import { notFound } from '@psa/contract-kit';
import { type BulkRoleResult, roleRoutes } from '@psa/contracts-identity';
import { demandPermissions, type Principal, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../../identity-app.ts';
import { findPermissionsOfRole } from '../grant/permission.records.ts';
import { toPermission } from '../grant/permission.view.ts';
import { attempt } from '../../../attempt.ts';
import { cloneRole } from './clone-role.actions.ts';
import { readRole } from './read-role.ts';
import { findPermissionIds, findTemplates } from './role-template.records.ts';
import { systemTemplates, toTemplate } from './role-template.view.ts';
import { changeRolePermissions, createRole, deleteRole, updateRole } from './role.actions.ts';
import { listRoles } from './role.list.ts';
import { findRole } from './role.records.ts';
import type { PermissionChange } from './role.rules.ts';
import { rolePath, toRole } from './role.view.ts';

export const roleHandlers = handlers(roleRoutes, {
  listRoles: async ({ db, query }) => {
    const { rows, pagination } = await listRoles(db, query);
    return { data: rows.map(toRole), pagination };
  },

  createRole: async ({ db, principal, body }) => answer(db, (await createRole(db, principal, body)).role_id, true),

  bulkCreateRoles: async ({ db, principal, body }) => {
    const data: BulkRoleResult[] = [];
    // One after the other: each waits for the lock of the one before in any case.
    for (const role of body.roles) {
      const outcome = await attempt(async () => (await readRole(db, (await createRole(db, principal, role)).role_id)).role);
      data.push('done' in outcome ? { success: true, data: outcome.done } : { success: false, error: outcome.error });
    }
    return { data };
  },

  listRoleTemplates: async ({ db }) => {
    const [ids, templates] = await Promise.all([findPermissionIds(db), findTemplates(db)]);
    return { data: [...systemTemplates(ids), ...templates.map(toTemplate)] };
  },

  getRole: ({ db, params }) => answer(db, params.id),

  updateRole: async ({ db, principal, params, body, ifMatch }) => {
    await updateRole(db, principal, params.id, body, ifMatch);
    return answer(db, params.id);
  },

  deleteRole: ({ db, params, ifMatch }) => deleteRole(db, params.id, ifMatch),

  listRolePermissions: async ({ db, params }) => {
    const [role, permissions] = await Promise.all([findRole(db, params.id), findPermissionsOfRole(db, params.id)]);
    if (role === undefined) throw notFound('Role');
    return { data: permissions.map(toPermission) };
  },

  addRolePermissions: (context) => change(context, 'add'),
  replaceRolePermissions: (context) => change(context, 'replace'),
  removeRolePermissions: (context) => change(context, 'remove'),

  cloneRole: async ({ db, principal, params, body }) => {
    if (body.copy_user_assignments) demandPermissions(principal, ['user:update']);
    return answer(db, (await cloneRole(db, principal, params.id, body)).role_id, true);
  },
});

interface ChangeContext {
  readonly db: Db;
  readonly principal: Principal;
  readonly params: { readonly id: string };
  readonly body: { readonly permission_ids: string[] };
  readonly ifMatch: Parameters<typeof changeRolePermissions>[5];
}

async function change({ db, principal, params, body, ifMatch }: ChangeContext, how: PermissionChange) {
  await changeRolePermissions(db, principal, params.id, body.permission_ids, how, ifMatch);
  return answer(db, params.id);
}

/** @param isNew the role was made by this request */
async function answer(db: Db, roleId: string, isNew = false) {
  const { role, version } = await readRole(db, roleId);
  return versioned({ data: role }, version, isNew ? rolePath(roleId) : undefined);
}
