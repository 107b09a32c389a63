import { notFound } from '@psa/contract-kit';
import type { RoleWithPermissions } from '@psa/contracts-identity';
import type { Db } from '../../../identity-app.ts';
import { findPermissionsOfRole } from '../grant/permission.records.ts';
import { findRole } from './role.records.ts';
import { toRoleWithPermissions } from './role.view.ts';

/** A role with what it allows, and its version. @throws NOT_FOUND */
export async function readRole(db: Db, roleId: string): Promise<{ role: RoleWithPermissions; version: number }> {
  const [row, permissions] = await Promise.all([findRole(db, roleId), findPermissionsOfRole(db, roleId)]);
  if (row === undefined) throw notFound('Role');
  return { role: toRoleWithPermissions(row, permissions), version: row.version };
}
