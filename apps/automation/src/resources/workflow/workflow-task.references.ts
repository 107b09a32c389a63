import { invalidField } from '@psa/contract-kit';
import type { Db, Ports } from '../../automation-app.ts';

/**
 * Checks that tasks are assigned to active users of the tenant. Call it outside of a transaction: it calls the identity service.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireAssignees(db: Db, { authors }: Ports, userIds: readonly string[], field: string): Promise<void> {
  const held = await Promise.all(userIds.map((userId) => authors.permissionsOf(db.context, userId)));
  if (held.includes(null)) throw invalidField(field, 'must name active users of this tenant', 'unknown_reference');
}
