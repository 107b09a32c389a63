import type { TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Tables } from '../tables.ts';

/** Where the bytes of documents are kept; their metadata is in the service's own tables. */
export interface DocumentStorage {
  /** Stores the bytes of a new document as part of the transaction that stores its metadata. */
  write(tx: TenantTx<Tables>, documentId: string, bytes: Uint8Array): Promise<void>;
  /**
   * The bytes in order, piece by piece.
   * @throws when the bytes end before the size: the document was deleted while it was read
   */
  read(db: TenantScope<Tables>, documentId: string, size: number): AsyncIterable<Uint8Array>;
  /** Removes the bytes as part of the transaction that removes the document. */
  remove(tx: TenantTx<Tables>, documentId: string): Promise<void>;
}
