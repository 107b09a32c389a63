import { conflict } from '@psa/contract-kit';
import type { Tx } from '../../../identity-app.ts';
import { defaultRoleId, mspAdmin } from '../../access/grant/access-catalogue.ts';
import { lockAccess } from '../../access/grant/effective-permissions.records.ts';
import { countAdmins } from './user-role.records.ts';

/** The role that makes an administrator of the tenant. */
export function adminRoleId(tx: Tx): string {
  return defaultRoleId(tx.tenant, mspAdmin);
}

/**
 * Makes sure that the tenant has an administrator besides a user who is about to stop being one. Others who are at the same wait
 * until the transaction ends: two administrators cannot remove each other.
 * @throws CONFLICT when the user is the last one
 */
export async function requireOtherAdmin(tx: Tx, userId: string): Promise<void> {
  await lockAccess(tx);
  const { self, others } = await countAdmins(tx, adminRoleId(tx), userId);
  if (self > 0 && others === 0) throw conflict('The last administrator stays one');
}
