import { notFound, type PermissionName } from '@psa/contract-kit';
import { demandPermissions, type Principal } from '@psa/http-kit';
import type { Db } from '../../../identity-app.ts';
import { readEffectivePermissions } from '../../access/grant/effective-permissions.records.ts';
import { type ApiKeyRecord, findApiKey } from './api-key.records.ts';
import { requireAsMuch } from './api-key.rules.ts';

/**
 * A key the caller may act on: their own, or with the permission anybody's.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function findPermitted(db: Db, principal: Principal, apiKeyId: string, permission: PermissionName): Promise<ApiKeyRecord> {
  const key = await findApiKey(db, apiKeyId);
  if (key === undefined) throw notFound('API key');
  if (key.user_id !== principal.userId) demandPermissions(principal, [permission]);
  return key;
}

/**
 * Asks whether the caller may come to know the text of a user's key.
 * @throws FORBIDDEN when it is another user's and the caller lacks the permission, or one that user has
 */
export async function demandTextOf(db: Db, principal: Principal, ownerId: string, permission: PermissionName): Promise<void> {
  if (ownerId === principal.userId) return;
  demandPermissions(principal, [permission]);
  requireAsMuch(await readEffectivePermissions(db, principal.userId), await readEffectivePermissions(db, ownerId));
}
