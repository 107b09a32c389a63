import type { ClientListQuery, ContactListQuery, UpdateClient, UpdateClientLocation } from '@psa/contracts-clients';
import { clientScopeOf, type Principal } from '@psa/http-kit';

/** Members of their own client that people of the client portal may change: how to reach it, none of its terms. */
const PORTAL_WRITABLE = ['phone_no', 'email', 'url', 'address', 'billing_email', 'timezone'] as const satisfies (keyof UpdateClient)[];

/** Filters by members that only staff sees: what they find would tell people of the client portal what staff wrote. */
const STAFF_FILTERS: ReadonlySet<string> = new Set<keyof ClientListQuery | keyof ContactListQuery>([
  'tags',
  'has_credit_limit',
  'industry',
  'company_size',
]);

/** A list's query without the filters that the caller may not use, which count as unknown to them. */
export function filtersFor<Query extends object>(caller: Pick<Principal, 'userType' | 'clientId'>, query: Query): Query {
  if (clientScopeOf(caller) === undefined) return query;
  return Object.fromEntries(Object.entries(query).filter(([name]) => !STAFF_FILTERS.has(name))) as Query;
}

/** What of a change the caller may make; to people of the client portal all other members are read-only. */
export function writableBy(caller: Pick<Principal, 'userType' | 'clientId'>, change: UpdateClient): UpdateClient {
  if (clientScopeOf(caller) === undefined) return change;
  return Object.fromEntries(PORTAL_WRITABLE.filter((member) => member in change).map((member) => [member, change[member]]));
}

/** What of a location the caller may write: people of the client portal say where they are, not what tax is charged there. */
export function locationWritableBy<Input extends UpdateClientLocation>(
  caller: Pick<Principal, 'userType' | 'clientId'>,
  { region_code, ...location }: Input,
): Omit<Input, 'region_code'> & Pick<UpdateClientLocation, 'region_code'> {
  return clientScopeOf(caller) === undefined && region_code !== undefined ? { ...location, region_code } : location;
}
