import { invalidField } from '@psa/contract-kit';
import type { Db, Ports } from '../../automation-app.ts';

/**
 * Checks that tasks are assigned to active users of the tenant. Call it outside of a transaction: it calls the identity service.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireAssignees(
  db: Db,
  { authors }: Pick<Ports, 'authors'>,
  userIds: readonly string[],
  field: string,
): Promise<void> {
  const held = await Promise.all(userIds.map((userId) => authors.permissionsOf(db.context, userId)));
  if (held.includes(null)) throw invalidField(field, 'must name active users of this tenant', 'unknown_reference');
}

/**
 * Checks that tasks are assigned to roles of the tenant. Call it outside of a transaction: it calls the identity service.
 * @throws VALIDATION_ERROR naming `assigned_roles`
 */
export async function requireAssignedRoles(db: Db, { roles }: Pick<Ports, 'roles'>, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0 || (await roles.unknownOf(db.context, roleIds)).length === 0) return;
  throw invalidField('assigned_roles', 'must name roles of this tenant', 'unknown_reference');
}
