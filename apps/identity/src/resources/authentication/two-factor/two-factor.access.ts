import { ApiError, type PermissionName } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db } from '../../../identity-app.ts';
import { demandSelfOr, requireUser, userScopeOf } from '../../directory/user/user-scope.access.ts';
import { findUser, type UserShown } from '../../directory/user/user.records.ts';

/** The account of the caller, who alone may act on it so. @throws NOT_FOUND, FORBIDDEN when it is another's */
export async function findOwnAccount(db: Db, principal: Principal, userId: string): Promise<UserShown> {
  const user = requireUser(await findUser(db, userId, userScopeOf(principal)));
  if (userId !== principal.userId) throw new ApiError('FORBIDDEN', 'Only users themselves may do this with their account');
  return user;
}

/** The account of the caller, or of another with the permission. @throws NOT_FOUND, FORBIDDEN */
export async function findAccount(db: Db, principal: Principal, userId: string, permission: PermissionName): Promise<UserShown> {
  const user = requireUser(await findUser(db, userId, userScopeOf(principal)));
  demandSelfOr(principal, userId, permission);
  return user;
}
