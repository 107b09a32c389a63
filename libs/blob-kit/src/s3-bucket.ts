import type * as S3 from '@aws-sdk/client-s3';
import { type Bucket, NoSuchObject } from './bucket.ts';

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Of a server that speaks S3; AWS when absent. */
  readonly endpoint?: string;
  /** Found in the environment as the AWS SDK does when absent. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** `endpoint/bucket/key` in place of `bucket.endpoint/key`. */
  readonly forcePathStyle: boolean;
}

/** A silent server fails a request in this time. */
const REQUEST_TIMEOUT_MS = 30_000;
const CONNECTION_TIMEOUT_MS = 5_000;

/** A bucket of S3 or of a server that speaks it. The SDK is loaded with the first use: most installations have none. */
export class S3Bucket implements Bucket {
  readonly #options: S3Options;
  #loaded: Promise<{ sdk: typeof S3; client: S3.S3Client }> | undefined;

  constructor(options: S3Options) {
    this.#options = options;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const { sdk, client } = await this.#load();
    await client.send(new sdk.PutObjectCommand({ Bucket: this.#options.bucket, Key: key, Body: bytes, ContentLength: bytes.length }));
  }

  async *get(key: string): AsyncGenerator<Uint8Array> {
    const { sdk, client } = await this.#load();
    const { Body }: S3.GetObjectCommandOutput = await client
      .send(new sdk.GetObjectCommand({ Bucket: this.#options.bucket, Key: key }))
      .catch((error: unknown) => {
        throw error instanceof sdk.NoSuchKey ? new NoSuchObject(key) : error;
      });
    if (Body === undefined) throw new Error(`The bucket answered nothing for ${key}`);
    yield* Body as unknown as AsyncIterable<Uint8Array>;
  }

  async delete(key: string): Promise<void> {
    const { sdk, client } = await this.#load();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: this.#options.bucket, Key: key }));
  }

  async *list(prefix: string): AsyncGenerator<string> {
    const { sdk, client } = await this.#load();
    for await (const { Contents } of sdk.paginateListObjectsV2({ client }, { Bucket: this.#options.bucket, Prefix: prefix }))
      for (const { Key } of Contents ?? []) if (Key !== undefined) yield Key;
  }

  #load(): Promise<{ sdk: typeof S3; client: S3.S3Client }> {
    return (this.#loaded ??= this.#connect());
  }

  async #connect() {
    const sdk = await import('@aws-sdk/client-s3');
    const { region, endpoint, credentials, forcePathStyle } = this.#options;
    const client = new sdk.S3Client({
      region,
      endpoint,
      credentials,
      forcePathStyle,
      maxAttempts: 3,
      // Servers other than AWS refuse checksums they do not know.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, connectionTimeout: CONNECTION_TIMEOUT_MS, throwOnRequestTimeout: true },
    });
    return { sdk, client };
  }
}
