import { ApiError } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';

/** Whose documents a caller may see: all of the tenant, or those of one client. */
export type ClientScope = { readonly clientId: string } | 'tenant';

/** Portal users see what their client uploaded, and nothing of the MSP or of other clients. @throws FORBIDDEN */
export function documentScopeOf({ userType, clientId }: Principal): ClientScope {
  if (userType === 'internal') return 'tenant';
  if (clientId === undefined) throw new ApiError('FORBIDDEN', 'Permission denied: this user belongs to no client');
  return { clientId };
}
