import { invalidField } from '@psa/contract-kit';
import type { Tx } from '../../../identity-app.ts';
import { lockAccess } from '../../access/grant/effective-permissions.records.ts';
import { findAbove } from './user-hierarchy.records.ts';

/**
 * Makes sure that a user may report to another. Changes of who reports to whom wait for each other from here on: two of them
 * could close a circle together that neither closes alone.
 * @param userId undefined for a user who does not exist yet
 * @throws VALIDATION_ERROR naming reports_to
 */
export async function requireManager(tx: Tx, userId: string | undefined, managerId: string): Promise<void> {
  if (managerId === userId) throw invalidField('reports_to', 'is the user themselves', 'circular_reference');
  await lockAccess(tx);
  const manager = await tx
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', managerId)
    .where('is_inactive', '=', false)
    .where('user_type', '<>', 'client')
    .executeTakeFirst();
  if (manager === undefined) throw invalidField('reports_to', 'is not an active user of this tenant', 'unknown_reference');
  if (userId === undefined) return;
  const above = await findAbove(tx, managerId);
  if (above.some(({ user_id }) => user_id === userId))
    throw invalidField('reports_to', 'reports to the user, directly or not', 'circular_reference');
}
