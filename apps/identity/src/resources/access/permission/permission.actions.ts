import { conflict, isPermissionName, notFound, permissions as catalogue } from '@psa/contract-kit';
import { type CreatePermission, identityEvents, permissionEvents, type UpdatePermission } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { lockAccess } from '../grant/effective-permissions.records.ts';
import { nameOf } from '../grant/grant.rules.ts';
import { deleteRolePermissions, insertRolePermissions } from '../grant/role-permission.records.ts';
import { touchRole } from '../role/role.records.ts';
import { ADMIN, fits, isAdminRole } from '../role/role.rules.ts';
import {
  countPermissions,
  deletePermissionRow,
  findHolders,
  findRolesNamed,
  insertPermission,
  isGrantedToTeam,
  lockPermission,
  type PermissionRow,
  updatePermissionRow,
} from '../grant/permission.records.ts';

/** What a tenant may make beside the catalogue. */
const MOST_OWN = 500;

/** Creates a permission of the tenant itself; the Admin roles hold it at once. @throws VALIDATION_ERROR, CONFLICT when the pair is there */
export function createPermission(db: Db, input: CreatePermission): Promise<PermissionRow> {
  return db.transaction(async (tx) => {
    await lockAccess(tx);
    if ((await countPermissions(tx)) >= catalogue.length + MOST_OWN)
      throw conflict(`A tenant has at most ${MOST_OWN} permissions of its own`);
    const row = await insertPermission(tx, { permission_id: uuidv7(), ...input, description: input.description ?? null });
    if (row === undefined) throw pairTaken();
    emit(tx, permissionEvents.created, facts(row), row.version);
    audit(tx, { event_type: 'permission_created', record_id: row.permission_id, after: row });
    for (const role of await findRolesNamed(tx, ADMIN)) {
      if (!fits(role, row)) continue;
      await insertRolePermissions(tx, role.role_id, [row.permission_id]);
      await tellOfRole(tx, role, 'permission_assigned', row);
    }
    return row;
  });
}

/** Changes a permission of the tenant itself. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when it is the product's, in use, or the pair is there */
export function updatePermission(db: Db, permissionId: string, input: UpdatePermission, accepted?: Accepted): Promise<PermissionRow> {
  return db
    .transaction(async (tx) => {
      const previous = await lockOwn(tx, permissionId, accepted);
      const { resource = previous.resource, action = previous.action, description = previous.description } = input;
      const renamed = resource !== previous.resource || action !== previous.action;
      // Whoever holds it would hold something else from then on.
      if (renamed) await requireUnused(tx, permissionId);
      if (!renamed && description === previous.description) return previous;
      const row = await updatePermissionRow(tx, permissionId, { resource, action, description });
      emit(tx, permissionEvents.updated, facts(row), row.version);
      audit(tx, { event_type: 'permission_updated', record_id: permissionId, before: previous, after: row });
      return row;
    })
    .catch((error: unknown) => {
      throw violates(error, 'permissions_pair') ? pairTaken() : error;
    });
}

/** Deletes a permission of the tenant itself that nobody but an Admin holds. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT */
export function deletePermission(db: Db, permissionId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const previous = await lockOwn(tx, permissionId, accepted);
    for (const role of await requireUnused(tx, permissionId)) {
      await deleteRolePermissions(tx, role.role_id, [permissionId]);
      await tellOfRole(tx, role, 'permission_unassigned', previous);
    }
    await deletePermissionRow(tx, permissionId);
    emit(tx, permissionEvents.deleted, { permission_id: permissionId }, previous.version + 1);
    audit(tx, { event_type: 'permission_deleted', record_id: permissionId, before: previous });
  });
}

async function lockOwn(tx: Tx, permissionId: string, accepted: Accepted): Promise<PermissionRow> {
  await lockAccess(tx);
  const permission = await lockPermission(tx, permissionId);
  if (permission === undefined) throw notFound('Permission');
  demandVersion(accepted, permission.version);
  if (isPermissionName(nameOf(permission))) throw conflict('Permissions of the product cannot be changed');
  return permission;
}

/** @returns the Admin roles that hold it. @throws CONFLICT when another role or a team does */
async function requireUnused(tx: Tx, permissionId: string): Promise<{ role_id: string; role_name: string }[]> {
  const holders = await findHolders(tx, permissionId);
  const role = holders.find((holder) => !isAdminRole(holder));
  if (role !== undefined) throw conflict(`The role ${role.role_name} holds the permission`);
  if (await isGrantedToTeam(tx, permissionId)) throw conflict('A team was granted the permission');
  return holders;
}

async function tellOfRole(
  tx: Tx,
  { role_id, role_name }: { role_id: string; role_name: string },
  what: 'permission_assigned' | 'permission_unassigned',
  { permission_id }: PermissionRow,
): Promise<void> {
  const { version } = await touchRole(tx, role_id);
  emit(tx, identityEvents.roleUpdated, { role_id, role_name }, version);
  audit(tx, { event_type: what, record_id: role_id, details: { permission_ids: [permission_id] } });
}

function facts({ permission_id, resource, action }: PermissionRow) {
  return { permission_id, resource, action };
}

function pairTaken() {
  return conflict('This pair of resource and action already exists');
}
