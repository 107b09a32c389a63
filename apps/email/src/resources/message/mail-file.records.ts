import type { BlobStore } from '@psa/blob-kit';
import type { Db, Tx } from '../../email-app.ts';

/** The bytes of a blob in one piece, never twice in memory. */
export async function readWhole(blobs: BlobStore, db: Db, blobId: string, size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(size);
  let read = 0;
  for await (const piece of blobs.read(db, blobId)) {
    whole.set(piece, read);
    read += piece.length;
  }
  return whole.subarray(0, read);
}

/** The first bytes of a blob. */
export async function readHead(blobs: BlobStore, db: Db, blobId: string, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let read = 0;
  for await (const piece of blobs.read(db, blobId)) {
    pieces.push(piece);
    read += piece.length;
    if (read >= maxBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxBytes);
}

/** Which of these files are kept already, under whichever mail. */
export async function knownFiles(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectFrom('mail_files')
    .select('file_hash')
    .where('file_hash', 'in', [...hashes])
    .execute();
  return new Set(rows.map(({ file_hash }) => file_hash));
}

/** Refers to a staged blob as the file with this hash. @returns false when another mail brought the file meanwhile */
export async function insertMailFile(tx: Tx, file: { file_hash: string; blob_id: string; size: number }): Promise<boolean> {
  const row = await tx
    .insertInto('mail_files')
    .values(file)
    .onConflict((conflict) => conflict.columns(['tenant', 'file_hash']).doNothing())
    .returning('file_hash')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findMailFile(db: Db, hash: string): Promise<string | undefined> {
  return (await db.selectFrom('mail_files').select('blob_id').where('file_hash', '=', hash).executeTakeFirst())?.blob_id;
}
