export { blobSettings, blobStoreOf, bucketOf, uploadSettings } from './blob-settings.ts';
export { BlobStore, bucketKey, bucketPrefix } from './blob-store.ts';
export type { BlobPiecesTable, BlobsTable, BlobTables } from './blob.tables.ts';
export { type Bucket, NoSuchObject } from './bucket.ts';
export { createBlobTables } from './create-blob-tables.ts';
