import type { Candidate } from '../auth/sign-in.records.ts';
import { sessionUserType } from '../auth/session-claims.ts';

/** Everybody who is meant by an address: each of their accounts has a password of its own. @param userType `internal`, `client`, or null for both */
export function chooseAll(candidates: readonly Candidate[], userType: string | null): Candidate[] {
  return candidates.filter(({ user_type }) => userType === null || sessionUserType(user_type) === userType);
}
