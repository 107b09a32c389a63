import type { Db, Tx } from '../assets-app.ts';

/** Where the bytes of documents are kept; their metadata is in the service's own tables. */
export interface DocumentStorage {
  /** Stores the bytes of a new document as part of the transaction that stores its metadata. */
  write(tx: Tx, documentId: string, bytes: Uint8Array): Promise<void>;
  /**
   * The bytes in order, piece by piece.
   * @throws when the bytes end before the size: the document was deleted while it was read
   */
  read(db: Db, documentId: string, size: number): AsyncIterable<Uint8Array>;
  /** Removes the bytes as part of the transaction that removes the document. */
  remove(tx: Tx, documentId: string): Promise<void>;
}
