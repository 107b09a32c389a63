import type { Picture } from '@psa/image-kit';
import type { Db, Tx } from '../../clients-app.ts';

/** The picture of a client or a contact, as it is kept. */
export function findPicture(db: Db, ownerId: string): Promise<{ media_type: string; bytes: Buffer } | undefined> {
  return db.selectFrom('pictures').select(['media_type', 'bytes']).where('owner_id', '=', ownerId).executeTakeFirst();
}

/** Stores a picture in the place of the one before. */
export async function storePicture(tx: Tx, owner_id: string, { media_type, bytes }: Picture): Promise<void> {
  await tx
    .insertInto('pictures')
    .values({ owner_id, media_type, bytes })
    .onConflict((conflict) => conflict.columns(['tenant', 'owner_id']).doUpdateSet({ media_type, bytes }))
    .execute();
}

export async function deletePicture(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom('pictures').where('owner_id', '=', ownerId).execute();
}
