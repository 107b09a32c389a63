import type { Picture } from '@psa/image-kit';
import { statement } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { Tables } from '../../../tables.ts';

const findStatement = statement<Tables>()((db, p: { user_id: string }) =>
  db.selectFrom('user_avatars').select(['bytes', 'sha256']).where('user_id', '=', p.user_id),
);

export function findAvatar(db: Db, userId: string): Promise<{ bytes: Uint8Array; sha256: string } | undefined> {
  return db.first(findStatement, { user_id: userId });
}

export async function putAvatar(tx: Tx, userId: string, { bytes, checksum: sha256 }: Picture): Promise<void> {
  await tx
    .insertInto('user_avatars')
    .values({ user_id: userId, bytes, sha256 })
    .onConflict((conflict) => conflict.columns(['tenant', 'user_id']).doUpdateSet({ bytes, sha256, updated_at: sql`excluded.updated_at` }))
    .execute();
}

/** @returns whether there was one */
export async function deleteAvatar(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.deleteFrom('user_avatars').where('user_id', '=', userId).returning('user_id').executeTakeFirst()) !== undefined;
}
