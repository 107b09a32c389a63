import { conflict, notFound } from '@psa/contract-kit';
import { type CreateRole, identityEvents, roleEvents, type UpdateRole } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import { violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { findFeaturesDemanding } from '../feature/feature.records.ts';
import { lockAccess } from '../grant/effective-permissions.records.ts';
import { requireMayGrant } from '../grant-check/grant.access.ts';
import { findUsersOfRole } from './role-assignment.records.ts';
import {
  deleteRolePermissions,
  findGrantables,
  findGrantablesOfRoles,
  insertRolePermissions,
  type RolePermission,
} from '../grant/role-permission.records.ts';
import { countRoles, deleteRoleRow, findRole, insertRole, lockRole, type RoleRecord, updateRoleRow } from './role.records.ts';
import {
  choosePortals,
  fits,
  isAdminRole,
  type PermissionChange,
  planPermissions,
  type Portals,
  requireAdminIntact,
  requireFitting,
} from './role.rules.ts';

const MOST_ROLES = 500;

/**
 * Creates a role.
 * @param granter the caller
 * @throws NOT_FOUND for an unknown role to copy from, VALIDATION_ERROR for an unknown permission, FORBIDDEN for one the caller
 * does not hold, CONFLICT when the name is taken
 */
export function createRole(db: Db, granter: Principal, input: CreateRole): Promise<RoleRecord> {
  return db.transaction(async (tx) => {
    await lockAccess(tx);
    const source = input.copy_from_role_id === undefined ? undefined : await findRole(tx, input.copy_from_role_id);
    if (input.copy_from_role_id !== undefined && source === undefined) throw notFound('Role to copy from');
    const portals = choosePortals(input, source);
    const named = input.permissions ?? [];
    const permissions =
      named.length > 0
        ? requireFitting(named, await findGrantables(tx, named), portals, 'permissions')
        : await fittingOf(tx, source?.role_id, portals);
    return addRole(
      tx,
      granter,
      {
        role_name: input.role_name,
        description: input.description ?? null,
        is_template: input.is_template,
        ...portals,
      },
      permissions,
    );
  });
}

/** Adds a role with what it allows. @throws FORBIDDEN, CONFLICT */
export async function addRole(
  tx: Tx,
  granter: Principal,
  role: Portals & { role_name: string; description: string | null; is_template: boolean },
  permissions: readonly RolePermission[],
): Promise<RoleRecord> {
  await requireMayGrant(tx, granter, permissions);
  if ((await countRoles(tx)) >= MOST_ROLES) throw conflict(`A tenant has at most ${MOST_ROLES} roles`);
  const row = await insertRole(tx, { role_id: uuidv7(), ...role });
  if (row === undefined) throw nameTaken();
  const ids = permissions.map(({ permission_id }) => permission_id);
  await insertRolePermissions(tx, row.role_id, ids);
  emit(tx, roleEvents.created, { role_id: row.role_id, role_name: row.role_name }, row.version);
  audit(tx, { event_type: 'role_created', record_id: row.role_id, after: row, details: { permission_ids: ids } });
  return row;
}

/** Those of a role's permissions that a role of these portals can hold. */
export async function fittingOf(tx: Tx, roleId: string | undefined, portals: Portals): Promise<RolePermission[]> {
  if (roleId === undefined) return [];
  return (await findGrantablesOfRoles(tx, [roleId])).filter((permission) => fits(portals, permission));
}

/**
 * Changes a role.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, FORBIDDEN as for a new one, CONFLICT when the name is taken or the
 * role is an Admin that would be less than that
 */
export function updateRole(db: Db, granter: Principal, roleId: string, input: UpdateRole, accepted?: Accepted): Promise<RoleRecord> {
  const { permissions, ...members } = input;
  return db
    .transaction(async (tx) => {
      const previous = await lockAccepted(tx, roleId, accepted);
      requireAdminIntact(previous, { role_name: members.role_name, removed: [] });
      const change =
        permissions === undefined ? NO_CHANGE : await changePermissions(tx, granter, previous, permissions, 'replace', 'permissions');
      return writeRole(tx, previous, { ...previous, ...given(members) }, change);
    })
    .catch((error: unknown) => {
      throw violates(error, 'roles_msp_name') || violates(error, 'roles_client_name') ? nameTaken() : error;
    });
}

/** Adds to, takes from or replaces what a role allows. @throws as {@link updateRole} */
export function changeRolePermissions(
  db: Db,
  granter: Principal,
  roleId: string,
  permissionIds: readonly string[],
  how: PermissionChange,
  accepted?: Accepted,
): Promise<RoleRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, roleId, accepted);
    return writeRole(tx, previous, previous, await changePermissions(tx, granter, previous, permissionIds, how, 'permission_ids'));
  });
}

/** Deletes a role nobody has. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for an Admin role and one that is needed */
export function deleteRole(db: Db, roleId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, roleId, accepted);
    if (isAdminRole(previous)) throw conflict('The role named Admin cannot be deleted');
    if ((await findUsersOfRole(tx, roleId, 1)).length > 0) throw conflict('The role is assigned to users');
    const [feature] = await findFeaturesDemanding(tx, roleId);
    if (feature !== undefined) throw conflict(`The feature ${feature} demands the role`);
    await deleteRoleRow(tx, roleId);
    emit(tx, roleEvents.deleted, { role_id: roleId }, previous.version + 1);
    audit(tx, { event_type: 'role_deleted', record_id: roleId, before: previous });
  });
}

interface Change {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const NO_CHANGE: Change = { added: [], removed: [] };

async function changePermissions(
  tx: Tx,
  granter: Principal,
  role: RoleRecord,
  ids: readonly string[],
  how: PermissionChange,
  member: string,
): Promise<Change> {
  const [found, current] = await Promise.all([findGrantables(tx, ids), findGrantablesOfRoles(tx, [role.role_id])]);
  // What a role cannot hold it cannot lose either: only what is to be held has to fit.
  const wanted = requireFitting(ids, found, how === 'remove' ? EVERYWHERE : role, member);
  const plan = planPermissions(
    current.map(({ permission_id }) => permission_id),
    wanted.map(({ permission_id }) => permission_id),
    how,
  );
  requireAdminIntact(role, plan);
  await requireMayGrant(
    tx,
    granter,
    wanted.filter(({ permission_id }) => plan.added.includes(permission_id)),
  );
  await insertRolePermissions(tx, role.role_id, plan.added);
  await deleteRolePermissions(tx, role.role_id, plan.removed);
  return plan;
}

const EVERYWHERE: Portals = { msp: true, client: true };

/** Writes what differs; nothing when nothing does. */
async function writeRole(tx: Tx, previous: RoleRecord, next: RoleRecord, change: Change): Promise<RoleRecord> {
  const { role_name, description, is_template } = next;
  const same = role_name === previous.role_name && description === previous.description && is_template === previous.is_template;
  if (same && change.added.length === 0 && change.removed.length === 0) return previous;
  const row = await updateRoleRow(tx, previous.role_id, { role_name, description, is_template });
  emit(tx, identityEvents.roleUpdated, { role_id: row.role_id, role_name }, row.version);
  if (!same) audit(tx, { event_type: 'role_updated', record_id: row.role_id, before: previous, after: row });
  if (change.added.length > 0)
    audit(tx, { event_type: 'permission_assigned', record_id: row.role_id, details: { permission_ids: change.added } });
  if (change.removed.length > 0)
    audit(tx, { event_type: 'permission_unassigned', record_id: row.role_id, details: { permission_ids: change.removed } });
  return row;
}

/** Changes of who may do what wait for each other; then the role is held against If-Match. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function lockAccepted(tx: Tx, roleId: string, accepted?: Accepted): Promise<RoleRecord> {
  await lockAccess(tx);
  const role = await lockRole(tx, roleId);
  if (role === undefined) throw notFound('Role');
  demandVersion(accepted, role.version);
  return role;
}

export function nameTaken() {
  return conflict('A role of this name already exists');
}

/** The members that are there at all. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
