import type { Principal } from '@psa/http-kit';
import type { Tx } from '../../identity-app.ts';
import { readEffectivePermissions } from '../role/effective-permissions.records.ts';
import { requireMayGrant } from '../role/grant.access.ts';
import { findGrantablesNamed } from './named-permissions.records.ts';

/**
 * Who sets the password or the address of another can act as them: nobody may who is allowed less than they are.
 * @throws FORBIDDEN naming what the caller does not hold
 */
export async function assertCanActFor(tx: Tx, principal: Principal, userId: string): Promise<void> {
  if (principal.userId === userId) return;
  const names = await readEffectivePermissions(tx, userId);
  await requireMayGrant(tx, principal.userId, await findGrantablesNamed(tx, names));
}
