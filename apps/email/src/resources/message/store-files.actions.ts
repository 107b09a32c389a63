import type { BlobStore } from '@psa/blob-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../email-app.ts';
import type { MailFile } from '../mail/parse-mail.ts';
import { insertMailFile, knownFiles } from './mail-file.records.ts';

/** A file of a mail that is stored. */
export interface StoredFile extends MailFile {
  readonly attachmentId: string;
}

/** Blobs of files by their hashes, until the transaction that refers to them. */
export type StagedBlobs = ReadonlyMap<string, string>;

/** Stages what is not kept yet of the files of a mail, outside of a transaction. */
export async function stageFiles(blobs: BlobStore, db: Db, files: readonly StoredFile[]): Promise<StagedBlobs> {
  const kept = files.filter(({ skipped }) => skipped === null);
  const known = await knownFiles(db, [...new Set(kept.map(({ hash }) => hash))]);
  const staged = new Map<string, string>();
  for (const { hash, bytes } of kept) {
    if (known.has(hash) || staged.has(hash)) continue;
    const blobId = uuidv7();
    await blobs.stage(db, blobId, bytes);
    staged.set(hash, blobId);
  }
  return staged;
}

/** Notes the files of a mail, and keeps the blobs that were staged for them. Files of the same bytes are kept once. */
export async function keepFiles(
  blobs: BlobStore,
  tx: Tx,
  messageId: string,
  files: readonly StoredFile[],
  staged: StagedBlobs,
): Promise<void> {
  for (const [hash, blob_id] of staged) {
    const size = files.find((file) => file.hash === hash)?.bytes.length ?? 0;
    if (await insertMailFile(tx, { file_hash: hash, blob_id, size })) await blobs.keep(tx, blob_id);
  }
  if (files.length === 0) return;
  await tx
    .insertInto('mail_attachments')
    .values(
      files.map(({ attachmentId, filename, contentType, contentId, bytes, hash, skipped }, place) => ({
        attachment_id: attachmentId,
        message_id: messageId,
        place,
        file_hash: skipped === null ? hash : null,
        filename,
        content_type: contentType,
        size: bytes.length,
        content_id: contentId,
        skipped,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant', 'attachment_id']).doNothing())
    .execute();
}
