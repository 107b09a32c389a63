import { randomBytes } from 'node:crypto';
import { type TenantId, tenantId } from '@psa/contract-kit';
import type { Database, ScopeCore, TransactionCore } from '@psa/postgres-kit';
import {
  deleteRetiredDataKey,
  insertDataKey,
  lockDataKeys,
  retireCurrentDataKey,
  retiredDataKeys,
  storeRewrapped,
  tenantsWithDataKeys,
} from './data-key.records.ts';
import { KEY_BYTES } from './sealing.ts';
import { prefixOf, type SecretBox } from './secret-box.ts';

/** A column of sealed secrets, and the column that identifies the row in their place. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

/** What a rotation did. */
export interface KeyRotation {
  tenants: number;
  /** Data keys that were shut anew with the current key-encryption key. */
  rewrapped: number;
  /** Secrets that were sealed anew with a new data key. */
  resealed: number;
  /** Secrets that cannot be opened, and are left as they are. */
  unreadable: number;
}

interface TransactionalScope extends ScopeCore {
  transaction<T>(work: (tx: TransactionCore) => Promise<T>): Promise<T>;
}

export interface RotateOptions {
  readonly workerDatabase: Database;
  readonly asTenant: (tenant: TenantId) => TransactionalScope;
  readonly secrets: SecretBox;
  readonly sealed: readonly SealedColumn[];
  /** Only this tenant. */
  readonly tenant?: string | undefined;
  /** Only tenants whose data key was made earlier: what an interrupted rotation has left. */
  readonly before?: string | undefined;
}

const AT_A_TIME = 100;

/**
 * Gives every tenant a new data key and seals all secrets with it; everything stays readable throughout. Afterwards
 * key-encryption keys other than the current one are used by nothing. Safe to run again, also after it was interrupted.
 */
export async function rotateKeys({ workerDatabase, asTenant, secrets, sealed, tenant, before }: RotateOptions): Promise<KeyRotation> {
  const done: KeyRotation = { tenants: 0, rewrapped: 0, resealed: 0, unreadable: 0 };
  for (const id of await tenantsWithDataKeys(workerDatabase, tenant, before)) {
    const db = asTenant(tenantId(id));
    const newKey = await db.transaction((tx) => renewDataKey(tx, secrets, done));
    for (const column of sealed) await resealColumn(db, secrets, column, newKey, done);
    await dropUnused(db, sealed);
    done.tenants++;
  }
  return done;
}

/** @returns id of the data key that seals from now on */
async function renewDataKey(tx: TransactionCore, { ring }: SecretBox, done: KeyRotation): Promise<string> {
  for (const wrapped of await lockDataKeys(tx)) {
    if (wrapped.key_encryption_key === ring.currentId) continue;
    await storeRewrapped(tx, ring.wrap(ring.unwrap(wrapped, tx.tenant), tx.tenant, wrapped.data_key_id));
    done.rewrapped++;
  }
  await retireCurrentDataKey(tx);
  const dataKeyId = crypto.randomUUID();
  await insertDataKey(tx, ring.wrap(randomBytes(KEY_BYTES), tx.tenant, dataKeyId));
  return dataKeyId;
}

interface SealedRow {
  readonly row: string;
  readonly sealed: string;
}

async function resealColumn(
  db: TransactionalScope,
  secrets: SecretBox,
  { table, column, row: idColumn }: SealedColumn,
  newKey: string,
  done: KeyRotation,
): Promise<void> {
  const outdated = `select ${idColumn}::text as row, ${column} as sealed from ${table}
    where tenant = $1 and ${idColumn}::text > $2 and ${column} is not null and not starts_with(${column}, $3) order by 1 limit ${AT_A_TIME} for update`;
  const store = `update ${table} set ${column} = $3 where tenant = $1 and ${idColumn}::text = $2`;
  for (let last: string | undefined = ''; last !== undefined;) {
    const after: string = last;
    const outcome = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<SealedRow>({ text: outdated }, [tx.tenant, after, prefixOf(newKey)]);
      let resealed = 0;
      for (const { row, sealed } of rows) {
        const place = { table, column, row };
        const text = await secrets.open(tx, sealed, place).catch(() => undefined);
        if (text === undefined) continue;
        await tx.execute({ text: store }, [tx.tenant, row, await secrets.seal(tx, text, place)]);
        resealed++;
      }
      return { resealed, unreadable: rows.length - resealed, last: rows.at(-1)?.row };
    });
    done.resealed += outcome.resealed;
    done.unreadable += outcome.unreadable;
    last = outcome.last;
  }
}

/** Deletes the retired data keys nothing is sealed with any more. */
async function dropUnused(db: ScopeCore, sealed: readonly SealedColumn[]): Promise<void> {
  for (const dataKeyId of await retiredDataKeys(db)) {
    const uses = await Promise.all(
      sealed.map(({ table, column }) =>
        db.execute({ text: `select 1 from ${table} where tenant = $1 and starts_with(${column}, $2) limit 1` }, [
          db.tenant,
          prefixOf(dataKeyId),
        ]),
      ),
    );
    if (uses.every(({ rows }) => rows.length === 0)) await deleteRetiredDataKey(db, dataKeyId);
  }
}
