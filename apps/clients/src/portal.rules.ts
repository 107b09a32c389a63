import type { UpdateClient, UpdateClientLocation } from '@psa/contracts-clients';
import { clientScopeOf, type Principal } from '@psa/http-kit';

/** Members of their own client that people of the client portal may change: how to reach it, none of its terms. */
const PORTAL_WRITABLE = ['phone_no', 'email', 'url', 'address', 'billing_email', 'timezone'] as const satisfies (keyof UpdateClient)[];

/** What of a change the caller may make; to people of the client portal all other members are read-only. */
export function writableBy(caller: Pick<Principal, 'userType' | 'clientId'>, change: UpdateClient): UpdateClient {
  if (clientScopeOf(caller) === undefined) return change;
  return Object.fromEntries(PORTAL_WRITABLE.filter((member) => member in change).map((member) => [member, change[member]]));
}

/** What of a location the caller may write: people of the client portal say where they are, not what tax is charged there. */
export function locationWritableBy<Input extends UpdateClientLocation>(
  caller: Pick<Principal, 'userType' | 'clientId'>,
  location: Input,
): Input {
  return clientScopeOf(caller) === undefined ? location : { ...location, region_code: undefined };
}
