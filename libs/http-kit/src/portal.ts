import { notFound } from '@psa/contract-kit';
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
