import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isPermissionName, isUuid, notFound, tenantId } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../../time-app.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Makes a new token for a person; the one before ends to work. @returns the token, which is kept as a hash alone */
export async function issueFeedToken(db: Db, userId: string): Promise<{ token: string; created_at: string }> {
  const token = `${db.tenant}.${userId}.${randomBytes(32).toString('base64url')}`;
  const { created_at } = await db
    .insertInto('calendar_feeds')
    .values({ user_id: userId, token_hash: hashOf(token) })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'user_id']).doUpdateSet({ token_hash: hashOf(token), created_at: new Date().toISOString() }),
    )
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return { token, created_at };
}

/** @throws NOT_FOUND when there is none */
export async function revokeFeedToken(db: Db, userId: string): Promise<void> {
  const deleted = await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).returning('user_id').executeTakeFirst();
  if (deleted === undefined) throw notFound('Calendar feed');
}

/** Whose calendar it is: what they see is in it. */
type FeedOwner = Pick<Principal, 'userId' | 'permissions' | 'actor'>;

/**
 * Whose schedule a token reads. What is wrong with it is not said, and its owner must be active and still hold the permission.
 * @throws NOT_FOUND
 */
export async function ownerOfToken(ports: Ports, token: string): Promise<{ db: Db; owner: FeedOwner }> {
  const [tenant, userId] = token.split('.');
  if (!isUuid(tenant ?? '') || !isUuid(userId ?? '')) throw notFound('Calendar feed');
  const db = ports.asTenant({
    tenant: tenantId(tenant!),
    actor: { id: userId!, type: 'system' },
    correlationId: crypto.randomUUID(),
  });
  const feed = await db.selectFrom('calendar_feeds').select('token_hash').where('user_id', '=', userId!).executeTakeFirst();
  if (feed === undefined || !timingSafeEqual(Buffer.from(feed.token_hash), Buffer.from(hashOf(token)))) throw notFound('Calendar feed');
  const permissions = await ports.directory.permissions(db.context, userId!);
  if (permissions?.includes('user_schedule:read') !== true) throw notFound('Calendar feed');
  const owner = {
    userId: userId!,
    permissions: new Set(permissions.filter(isPermissionName)),
    actor: { id: userId!, type: 'user' },
  } as const;
  return { db, owner };
}
