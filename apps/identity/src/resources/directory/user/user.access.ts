import { ApiError } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Tx } from '../../../identity-app.ts';
import { readEffectivePermissions } from '../../access/grant/effective-permissions.records.ts';
import { requireMayGrant } from '../../access/grant-check/grant.access.ts';
import { findGrantablesNamed } from './named-permissions.records.ts';

/**
 * Who sets the password or the address of another can act as them: nobody may who is allowed less than they are. The same holds for
 * a key confined to some permissions, even for its owner's own account.
 * @throws FORBIDDEN naming what the caller does not hold
 */
export async function assertCanActFor(tx: Tx, principal: Principal, userId: string): Promise<void> {
  if (principal.userId === userId && principal.credential.restricted !== 'permissions') return;
  const names = await readEffectivePermissions(tx, userId);
  await requireMayGrant(tx, principal, await findGrantablesNamed(tx, names));
}

/** What changes how people sign in takes a session of theirs: a key in some program's settings is not them. @throws FORBIDDEN */
export function demandSession({ credential }: Principal): void {
  if (credential.type !== 'session')
    throw new ApiError('FORBIDDEN', 'An API key cannot change how its owner signs in: do it when signed in');
}
