import type { Candidate } from '../auth/sign-in.records.ts';
import { sessionUserType } from '../auth/session-claims.ts';

/**
 * Who is meant by an address. An address of users in several tenants needs the tenant's slug: guessing would try a password on
 * somebody else's account. Of both portals of one tenant the internal user is meant, unless the caller says otherwise.
 * @param userType `client` or `internal`; anything else is nobody
 */
export function chooseCandidate(candidates: readonly Candidate[], userType: string | undefined): Candidate | undefined {
  const matching = candidates.filter(({ user_type }) => userType === undefined || sessionUserType(user_type) === userType);
  if (new Set(matching.map(({ tenant }) => tenant)).size !== 1) return undefined;
  const staff = matching.filter(({ user_type }) => sessionUserType(user_type) === 'internal');
  const meant = staff.length > 0 ? staff : matching;
  return meant.length === 1 ? meant[0] : undefined;
}
