import { ApiError } from '@psa/contract-kit';
import { type Database, insertSelected, type ScopeCore, type Sql, type Statement, type TransactionCore } from '@psa/postgres-kit';
import type { BlobPlace } from './blob.tables.ts';
import type { Bucket } from './bucket.ts';

/** What one statement carries: small beside the memory of a process, large beside the cost of a round trip. */
const MIB = 1024 * 1024;
const PIECE_BYTES = MIB;

/** What the keys of a tenant's blobs begin with in a bucket. */
export function bucketPrefix(service: string, tenant: string): string {
  return `${service}/${tenant}/`;
}

/** Key of a blob in a bucket. */
export function bucketKey(service: string, tenant: string, blobId: string): string {
  return bucketPrefix(service, tenant) + blobId;
}

const PIECE: Statement<{ blobId: string; piece: number }, { bytes: Uint8Array }> = {
  text: 'select bytes from blob_pieces where tenant = $1 and blob_id = $2 and piece = $3',
  bind: (tenant, { blobId, piece }) => [tenant, blobId, piece],
};
const FIND: Statement<{ blobId: string }, { size: number; place: BlobPlace }> = {
  text: "select size, place from blobs where tenant = $1 and blob_id = $2 and state = 'kept'",
  bind: (tenant, { blobId }) => [tenant, blobId],
};

/** What the tenant keeps is added up where there is a quota, and only there. */
const ADD: Sql = {
  name: 'psa_blob_add',
  text: insertSelected(
    'blobs (blob_id, size, place)',
    `select $1::uuid, $2::bigint, $3::text
  where $5::bigint is null or (select coalesce(sum(size), 0) from blobs where tenant = $4 and state <> 'released') + $2::bigint <= $5`,
  ),
};
const ADD_PIECE: Sql = { name: 'psa_blob_piece', text: 'insert into blob_pieces (blob_id, piece, bytes) values ($1, $2, $3)' };
const KEEP: Sql = {
  name: 'psa_blob_keep',
  text: "update blobs set state = 'kept', changed_at = now() where tenant = $1 and blob_id = $2 and state = 'staged'",
};
const RELEASE: Sql = {
  name: 'psa_blob_release',
  text: "update blobs set state = 'released', changed_at = now() where tenant = $1 and blob_id = $2",
};

/** Swept in one statement at most, so that no lock is held for long. */
const SWEPT_AT_ONCE = 100;

/** In a bucket, bytes outlive what referred to them: an export still reads those of the moment it began at. Postgres keeps them for it. */
const DUE = `select tenant, blob_id, place from blobs where place = any($1)
  and ((state = 'released' and (place = 'postgres' or changed_at < now() - interval '1 hour'))
    or (state = 'staged' and changed_at < now() - interval '1 day')) order by changed_at limit ${SWEPT_AT_ONCE}`;
const REMOVE = `delete from blobs using unnest($1::uuid[], $2::uuid[]) gone (tenant, id)
  where blobs.tenant = gone.tenant and blobs.blob_id = gone.id and state <> 'kept'`;

/**
 * Bytes of a service's tenants, beside the rows that refer to them: in Postgres (one backup, one wall between tenants), or in a bucket
 * where one is configured. Each blob remembers where it is, so that a bucket may come or go while the service has blobs.
 *
 * Bytes are staged before the transaction that refers to them and kept by it: no outside call is made inside of it, and what a crash
 * leaves unreferred is swept.
 */
export class BlobStore {
  readonly #service: string;
  readonly #bucket: Bucket | undefined;
  readonly #quota: number | undefined;

  /**
   * @param service names the bucket's folder
   * @param bucket where new blobs go; Postgres when absent
   * @param quota bytes that one tenant may keep; no limit when absent
   */
  constructor(service: string, bucket?: Bucket, quota?: number) {
    this.#service = service;
    this.#bucket = bucket;
    this.#quota = quota;
  }

  /**
   * Stores the bytes of a new blob; call it outside of a transaction. They are swept unless {@link keep} follows within a day.
   * @throws PAYLOAD_TOO_LARGE when the tenant would keep more than its quota; of several that come at the same time, the last may
   */
  async stage(db: ScopeCore, blobId: string, bytes: Uint8Array): Promise<void> {
    const place: BlobPlace = this.#bucket === undefined ? 'postgres' : 's3';
    if ((await run(db, ADD, [blobId, bytes.length, place, db.tenant, this.#quota ?? null])) === 0)
      throw new ApiError('PAYLOAD_TOO_LARGE', `The storage for files is used up: ${(this.#quota ?? 0) / MIB} MiB may be kept in all`);
    if (this.#bucket !== undefined) return this.#bucket.put(bucketKey(this.#service, db.tenant, blobId), bytes);
    for (let piece = 0; piece * PIECE_BYTES < bytes.length; piece++) {
      const part = bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
      await run(db, ADD_PIECE, [blobId, piece, part]);
    }
  }

  /** Keeps a staged blob, in the transaction that refers to it. @throws when it is not staged any more */
  async keep(tx: TransactionCore, blobId: string): Promise<void> {
    if ((await run(tx, KEEP, [tx.tenant, blobId])) === 0) throw new Error(`Blob ${blobId} is not staged`);
  }

  /** Lets a blob go, in the transaction that stops referring to it; the bytes are removed after. */
  async release(tx: TransactionCore, blobId: string): Promise<void> {
    await run(tx, RELEASE, [tx.tenant, blobId]);
  }

  /** The bytes in order, piece by piece. @throws when they end before the size: the blob was released while it was read */
  async *read(db: ScopeCore, blobId: string): AsyncGenerator<Uint8Array> {
    const blob = await db.first(FIND, { blobId });
    if (blob === undefined) throw new Error(`There is no blob ${blobId}`);
    let sent = 0;
    for await (const bytes of this.#bytesOf(db, blobId, blob)) {
      sent += bytes.length;
      yield bytes;
    }
    if (sent !== blob.size) throw new Error(`Blob ${blobId} ended after ${sent} of ${blob.size} bytes`);
  }

  /**
   * Removes the bytes of blobs that were released, in a bucket an hour ago, and of those that were staged a day ago and never kept. The bytes go before the row:
   * what a crash leaves is found again. Blobs of a bucket that is not configured stay.
   * @returns how many went
   */
  async sweep(workerDatabase: Database): Promise<number> {
    const places: BlobPlace[] = this.#bucket === undefined ? ['postgres'] : ['postgres', 's3'];
    for (let swept = 0; ;) {
      const due = await workerDatabase.query<{ tenant: string; blob_id: string; place: BlobPlace }>(DUE, [places]);
      for (const { tenant, blob_id, place } of due)
        if (place === 's3') await this.#bucket?.delete(bucketKey(this.#service, tenant, blob_id));
      if (due.length > 0) await workerDatabase.query(REMOVE, [due.map(({ tenant }) => tenant), due.map(({ blob_id }) => blob_id)]);
      swept += due.length;
      if (due.length < SWEPT_AT_ONCE) return swept;
    }
  }

  #bytesOf(db: ScopeCore, blobId: string, { size, place }: { size: number; place: BlobPlace }): AsyncIterable<Uint8Array> {
    if (place === 'postgres') return readPieces(db, blobId, size);
    if (this.#bucket === undefined) throw new Error(`Blob ${blobId} is in a bucket, and none is configured`);
    return this.#bucket.get(bucketKey(this.#service, db.tenant, blobId));
  }
}

async function* readPieces(db: ScopeCore, blobId: string, size: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece * PIECE_BYTES < size; piece++) {
    const row = await db.first(PIECE, { blobId, piece });
    if (row === undefined) return;
    yield row.bytes;
  }
}

async function run(db: ScopeCore, sql: Sql, values: readonly unknown[]): Promise<number> {
  return (await db.execute(sql, values)).affected;
}
