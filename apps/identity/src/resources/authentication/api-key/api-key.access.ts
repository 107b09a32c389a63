import { notFound, type PermissionName } from '@psa/contract-kit';
import { demandPermissions, type Principal } from '@psa/http-kit';
import type { Db } from '../../../identity-app.ts';
import { readEffectivePermissions } from '../../access/grant/effective-permissions.records.ts';
import { type ApiKeyRecord, findApiKey } from './api-key.records.ts';
import { keptByCallerKey } from './caller-key.access.ts';
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

/** A key's text, as it is to be handed out. */
interface HandedOut {
  readonly user_id: string;
  /** What the key is confined to; null for all its owner may do. */
  readonly permissions: readonly string[] | null;
}

/**
 * Asks whether the caller may come to know the text of a user's key.
 * @throws FORBIDDEN when it is another user's and the caller lacks the permission, or one the key has
 */
export async function demandTextOf(db: Db, principal: Principal, key: HandedOut, permission: PermissionName): Promise<void> {
  if (key.user_id === principal.userId) return;
  demandPermissions(principal, [permission]);
  const held = (await readEffectivePermissions(db, principal.userId)).map((name) => ({ name }));
  const usable = await keptByCallerKey(db, principal, held);
  requireAsMuch(
    usable.map(({ name }) => name),
    key.permissions ?? (await readEffectivePermissions(db, key.user_id)),
  );
}
