import { statement } from '@psa/postgres-kit';
import type { Db, Tx } from '../../email-app.ts';
import type { Tables } from '../../tables.ts';

/** What one statement carries: small beside the memory of a process, large beside the cost of a round trip. */
const PIECE_BYTES = 1024 * 1024;

const pieceStatement = statement<Tables>()((db, p: { blob_id: string; piece: number }) =>
  db.selectFrom('mail_blobs').select('bytes').where('blob_id', '=', p.blob_id).where('piece', '=', p.piece),
);

export const rawBlob = (messageId: string) => `raw:${messageId}`;

/** Keeps bytes; those that are here already are kept once. */
export async function writeBlob(tx: Tx, blob_id: string, bytes: Uint8Array): Promise<void> {
  for (let piece = 0; piece === 0 || piece * PIECE_BYTES < bytes.length; piece++) {
    await tx
      .insertInto('mail_blobs')
      .values({ blob_id, piece, bytes: bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES) })
      .onConflict((conflict) => conflict.columns(['tenant', 'blob_id', 'piece']).doNothing())
      .execute();
  }
}

/** The bytes piece by piece; nothing when they are no longer kept. */
export async function* readBlob(db: Db, blobId: string): AsyncGenerator<Uint8Array> {
  for (let piece = 0; ; piece++) {
    const row = await db.first(pieceStatement, { blob_id: blobId, piece });
    if (row === undefined) return;
    yield row.bytes;
    if (row.bytes.length < PIECE_BYTES) return;
  }
}

export async function readWholeBlob(db: Db, blobId: string): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readBlob(db, blobId)) pieces.push(piece);
  return pieces.length === 0 ? undefined : Buffer.concat(pieces);
}
