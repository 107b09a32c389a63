import { ApiError, notFound, type PermissionName } from '@psa/contract-kit';
import { demandPermissions, type Principal } from '@psa/http-kit';

/** Whose users a caller may see: all of the tenant, or those of one client. */
export type UserScope = { readonly clientId: string } | 'tenant';

/** People of a client know of nobody but each other. @throws FORBIDDEN when they belong to none */
export function userScopeOf({ userType, clientId }: Principal): UserScope {
  if (userType === 'internal') return 'tenant';
  if (clientId === undefined) throw new ApiError('FORBIDDEN', 'Permission denied: this user belongs to no client');
  return { clientId };
}

/** Asks for the permission unless it is about the caller. @throws FORBIDDEN */
export function demandSelfOr(principal: Principal, userId: string, permission: PermissionName): void {
  if (principal.userId !== userId) demandPermissions(principal, [permission]);
}

/** @throws NOT_FOUND */
export function requireUser<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound('User');
  return row;
}
