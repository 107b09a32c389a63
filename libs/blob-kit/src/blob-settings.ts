import { secret } from '@psa/service-kit';
import { z } from 'zod';
import { BlobStore } from './blob-store.ts';
import type { Bucket } from './bucket.ts';
import { S3Bucket } from './s3-bucket.ts';

/** Settings of a service that keeps files. */
export const blobSettings = {
  PSA_S3_BUCKET: z.string().min(1).optional().describe('Bucket that keeps files; Postgres keeps them when absent'),
  PSA_S3_ENDPOINT: z.url().optional().describe('Server that speaks S3; AWS when absent'),
  PSA_S3_REGION: z.string().default('us-east-1').describe('Region of the bucket'),
  PSA_S3_ACCESS_KEY_ID: z.string().optional().describe("Credentials for the bucket; those of the pod's role when absent"),
  PSA_S3_SECRET_ACCESS_KEY: secret(z.string()).optional().describe('Secret that goes with PSA_S3_ACCESS_KEY_ID'),
  PSA_S3_FORCE_PATH_STYLE: z.stringbool().default(false).describe('Whether the bucket stands in the path, as MinIO and Ceph want it'),
};

/** Settings of a service whose users upload files. */
export const uploadSettings = {
  ...blobSettings,
  PSA_STORAGE_QUOTA_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(51_200)
    .describe('Mebibytes of files that one tenant may keep in the service; an upload beyond is answered 413'),
};

type BlobSettings = z.output<z.ZodObject<typeof blobSettings>> & { readonly PSA_STORAGE_QUOTA_MB?: number };

/** The bucket that is configured, if any. */
export function bucketOf(settings: BlobSettings): Bucket | undefined {
  const { PSA_S3_BUCKET: bucket, PSA_S3_ACCESS_KEY_ID: accessKeyId, PSA_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (bucket === undefined) return undefined;
  return new S3Bucket({
    bucket,
    region: settings.PSA_S3_REGION,
    endpoint: settings.PSA_S3_ENDPOINT,
    forcePathStyle: settings.PSA_S3_FORCE_PATH_STYLE,
    ...(accessKeyId !== undefined && secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  });
}

/** The store of a service, as its settings want it. */
export function blobStoreOf(service: string, settings: BlobSettings): BlobStore {
  const { PSA_STORAGE_QUOTA_MB: quota } = settings;
  return new BlobStore(service, bucketOf(settings), quota === undefined ? undefined : quota * 1024 * 1024);
}
