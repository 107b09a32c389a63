import { conflict } from '@psa/contract-kit';
import type { Tx } from '../../../identity-app.ts';
import { countUsedSeats, lockLicence } from './licence.records.ts';

/** Whether a user of this type and state takes a seat. */
export function takesSeat({ user_type, is_inactive }: { user_type: string; is_inactive: boolean }): boolean {
  return user_type === 'internal' && !is_inactive;
}

/**
 * Makes sure that one more internal user may become active. Others who want a seat wait until the transaction ends, so that what
 * was counted still holds when the seat is taken.
 * @throws CONFLICT when all seats are taken
 */
export async function requireSeat(tx: Tx): Promise<void> {
  const licence = await lockLicence(tx);
  if (licence === undefined) return;
  const used = await countUsedSeats(tx);
  const limit = licence.license_count;
  if (used >= limit) throw conflict('All licensed users are in use', { code: 'LICENSE_LIMIT_REACHED', limit, used });
}
