import { MAX_MAIL_FILES, MAX_MAIL_FILES_BYTES, STAGED_PIECE_BYTES } from '@psa/contracts-email';
import type { Db, Ports } from '../../email-app.ts';
import { findMailFile } from '../message/mail-file.records.ts';
import { listAttachments } from '../message/message.records.ts';
import { stagePiece } from './outbound.records.ts';
import type { StagedFile } from './outbound.tables.ts';

/**
 * Copies the files of a mail that came in to where those of a mail that leaves are kept. Done again, it has the same effect.
 * @param key of the mail that leaves
 * @returns the files, and the names of those that are not kept or beyond what a mail may carry
 */
export async function stageMailFiles(
  db: Db,
  { blobs }: Pick<Ports, 'blobs'>,
  key: string,
  messageId: string,
): Promise<{ files: readonly StagedFile[]; leftOut: readonly string[] }> {
  const files: StagedFile[] = [];
  const leftOut: string[] = [];
  let total = 0;
  for (const { filename, content_type, content_id, size, file_hash } of await listAttachments(db, messageId)) {
    const blobId = file_hash === null ? undefined : await findMailFile(db, file_hash);
    if (blobId === undefined || files.length === MAX_MAIL_FILES || total + size > MAX_MAIL_FILES_BYTES) {
      leftOut.push(filename);
      continue;
    }
    total += size;
    const pieces = await stagePieces(db, key, files.length, blobs.read(db, blobId));
    files.push({ filename, content_type, size, pieces, ...(content_id !== null && { content_id }) });
  }
  return { files, leftOut };
}

async function stagePieces(db: Db, key: string, file: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let piece = 0;
  for await (const part of inPieces(bytes)) await stagePiece(db, key, file, piece++, part);
  return piece;
}

/** Pieces of one size, however the bytes come: a second try brings the same ones. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of bytes)
    for (rest = Buffer.concat([rest, part]); rest.length >= STAGED_PIECE_BYTES; rest = rest.subarray(STAGED_PIECE_BYTES))
      yield rest.subarray(0, STAGED_PIECE_BYTES);
  if (rest.length > 0) yield rest;
}
