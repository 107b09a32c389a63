import { ApiError, notFound } from '@psa/contract-kit';
import type { UpdateClient } from '@psa/contracts-clients';
import type { Principal } from '@psa/http-kit';

type Caller = Pick<Principal, 'userType' | 'clientId'>;

/** Members of their own client that people of the client portal may change: how to reach it, none of its terms. */
const PORTAL_WRITABLE = ['phone_no', 'email', 'url', 'address', 'billing_email', 'timezone'] as const satisfies (keyof UpdateClient)[];

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The one client a caller may see; undefined for staff, who see all. */
export function onlyClientOf({ userType, clientId }: Caller): string | undefined {
  return userType === 'client' ? clientId ?? NOBODY : undefined;
}

/** @throws NOT_FOUND for a person of another client: to them it does not exist */
export function requireReach(caller: Caller, clientId: string): void {
  const only = onlyClientOf(caller);
  if (only !== undefined && only !== clientId.toLowerCase()) throw notFound('Client');
}

/** @throws FORBIDDEN for people of the client portal */
export function requireStaff(caller: Caller): void {
  if (onlyClientOf(caller) !== undefined) throw new ApiError('FORBIDDEN', 'Permission denied: only staff creates, deletes and reactivates clients');
}

/** What of a change the caller may make; to people of the client portal all other members are read-only. */
export function writableBy(caller: Caller, change: UpdateClient): UpdateClient {
  if (onlyClientOf(caller) === undefined) return change;
  return Object.fromEntries(PORTAL_WRITABLE.filter((member) => member in change).map((member) => [member, change[member]]));
}
