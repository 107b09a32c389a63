import type { Principal } from '@psa/http-kit';
import type { Tx } from '../../../../identity-app.ts';
import { requireMayGrant } from '../../../access/grant-check/grant.access.ts';
import { findStandingGrants } from './team-permission.records.ts';

/** Asks whether the caller may let others do what a team may. @throws FORBIDDEN naming what they do not hold, or not for as long */
export async function requireMayShare(tx: Tx, caller: Principal, teamId: string): Promise<void> {
  const grants = await findStandingGrants(tx, teamId);
  await requireMayGrant(
    tx,
    caller,
    grants.map((grant) => ({ ...grant, until: grant.expires_at })),
  );
}
