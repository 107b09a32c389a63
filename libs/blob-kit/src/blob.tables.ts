import type { TenantColumn, TimestampColumn } from '@psa/postgres-kit';

/** Where bytes are: in `blob_pieces`, or in the bucket of the installation. */
export type BlobPlace = 'postgres' | 's3';

export interface BlobsTable {
  tenant: TenantColumn;
  blob_id: string;
  size: number;
  place: BlobPlace;
  /** Staged until the transaction that refers to it commits; released when nothing refers to it any more. */
  state: 'staged' | 'kept' | 'released';
  changed_at: TimestampColumn;
}

export interface BlobPiecesTable {
  tenant: TenantColumn;
  blob_id: string;
  piece: number;
  bytes: Uint8Array;
}

/** The tables made by `createBlobTables`. */
export interface BlobTables {
  blobs: BlobsTable;
  blob_pieces: BlobPiecesTable;
}
