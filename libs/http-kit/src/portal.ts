import { invalidField, notFound } from '@psa/contract-kit';
import type { Principal } from './principal.ts';

type Caller = Pick<Principal, 'userType' | 'clientId'>;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The one client whose rows a caller may see; undefined for staff, who see all. */
export function clientScopeOf({ userType, clientId }: Caller): string | undefined {
  return userType === 'client' ? (clientId ?? NOBODY) : undefined;
}

/** @throws NOT_FOUND for a person of another client: to them it does not exist */
export function assertInClientScope(caller: Caller, clientId: string): void {
  const only = clientScopeOf(caller);
  if (only !== undefined && only !== clientId.toLowerCase()) throw notFound('Client');
}

/**
 * Checks that a list is not narrowed or sorted by what people of the client portal do not see: what it finds would tell them.
 * @param forStaff the filters that are for staff alone @param sortedForStaff the columns to sort by that are
 * @throws VALIDATION_ERROR naming the parameter
 */
export function assertPortalFilters<Query extends object>(
  caller: Caller,
  query: Query,
  forStaff: readonly (keyof Query & string)[],
  sortedForStaff: readonly string[] = [],
): void {
  if (clientScopeOf(caller) === undefined) return;
  const given = forStaff.find((name) => query[name] !== undefined);
  if (given !== undefined) throw invalidField(given, 'is for staff alone', 'staff_only');
  if ('sort' in query && sortedForStaff.includes(String(query.sort))) throw invalidField('sort', 'is for staff alone', 'staff_only');
}
