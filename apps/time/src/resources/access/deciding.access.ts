import { ApiError } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../time-app.ts';
import { readSettings } from '../settings/settings.records.ts';
import { mayBeSeen, whoseTime } from './whose-time.access.ts';

type Caller = Pick<Principal, 'userId' | 'permissions'>;

/** @throws FORBIDDEN when the caller may not decide on a person's time */
export type DemandDeciding = (userId: string) => void;

/**
 * What a caller may decide on: the time of people they manage, or of everybody with `timesheet:read_all`; their own only where duties
 * are not separated. Call it outside of a transaction: identity is asked, once for all people.
 */
export async function deciderFor(db: Db, ports: Ports, caller: Caller): Promise<DemandDeciding> {
  const [whose, { separation_of_duties }] = await Promise.all([whoseTime(db, ports, caller), readSettings(db)]);
  const mayApprove = caller.permissions.has('timesheet:approve');
  return (userId) => {
    if (userId === caller.userId && separation_of_duties) throw new ApiError('FORBIDDEN', "You can't decide on your own time");
    if (!mayApprove || !mayBeSeen(whose, userId)) throw new ApiError('FORBIDDEN', 'You can only decide on the time of people you manage');
  };
}
