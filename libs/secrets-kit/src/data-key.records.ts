import type { Database, ScopeCore, TransactionCore } from '@psa/postgres-kit';
import type { WrappedKey } from './key-ring.ts';

const COLUMNS = 'data_key_id, key_encryption_key, wrapped_key';
const FIND = `select ${COLUMNS} from data_keys where tenant = $1 and data_key_id = $2`;
const USE_CURRENT = `select ${COLUMNS} from data_keys where tenant = $1 and retired_at is null for share`;
const INSERT = `insert into data_keys (${COLUMNS}) values ($1, $2, $3) on conflict do nothing`;
const LOCK_ALL = `select ${COLUMNS} from data_keys where tenant = $1 for update`;
const REWRAP = 'update data_keys set key_encryption_key = $3, wrapped_key = $4 where tenant = $1 and data_key_id = $2';
const RETIRE = 'update data_keys set retired_at = now() where tenant = $1 and retired_at is null';
const RETIRED = 'select data_key_id from data_keys where tenant = $1 and retired_at is not null';
const DELETE = 'delete from data_keys where tenant = $1 and data_key_id = $2 and retired_at is not null';
const TENANTS = `select distinct tenant from data_keys
  where ($1::uuid is null or tenant = $1) and ($2::timestamptz is null or retired_at is not null or created_at < $2) order by tenant`;

export async function findDataKey(db: ScopeCore, dataKeyId: string): Promise<WrappedKey | undefined> {
  return (await db.execute<WrappedKey>({ text: FIND, name: 'psa_data_key' }, [db.tenant, dataKeyId])).rows[0];
}

/** The data key that seals. Held against retirement until the transaction ends: what it seals must be seen by whoever retires it. */
export async function useCurrentDataKey(tx: TransactionCore): Promise<WrappedKey | undefined> {
  return (await tx.execute<WrappedKey>({ text: USE_CURRENT, name: 'psa_data_key_current' }, [tx.tenant])).rows[0];
}

/** Adds the tenant's current data key, unless another transaction was quicker. */
export async function insertDataKey(tx: TransactionCore, { data_key_id, key_encryption_key, wrapped_key }: WrappedKey): Promise<void> {
  await tx.execute({ text: INSERT }, [data_key_id, key_encryption_key, wrapped_key]);
}

/** Every data key of the tenant, once nobody seals with one any more. */
export async function lockDataKeys(tx: TransactionCore): Promise<WrappedKey[]> {
  return (await tx.execute<WrappedKey>({ text: LOCK_ALL }, [tx.tenant])).rows;
}

export async function storeRewrapped(tx: TransactionCore, { data_key_id, key_encryption_key, wrapped_key }: WrappedKey): Promise<void> {
  await tx.execute({ text: REWRAP }, [tx.tenant, data_key_id, key_encryption_key, wrapped_key]);
}

export async function retireCurrentDataKey(tx: TransactionCore): Promise<void> {
  await tx.execute({ text: RETIRE }, [tx.tenant]);
}

export async function retiredDataKeys(db: ScopeCore): Promise<string[]> {
  return (await db.execute<{ data_key_id: string }>({ text: RETIRED }, [db.tenant])).rows.map(({ data_key_id }) => data_key_id);
}

export async function deleteRetiredDataKey(db: ScopeCore, dataKeyId: string): Promise<void> {
  await db.execute({ text: DELETE }, [db.tenant, dataKeyId]);
}

/** Tenants with a data key. @param before only those whose current key was made earlier, or whose former one is not out of use yet */
export async function tenantsWithDataKeys(workerDatabase: Database, tenant?: string, before?: string): Promise<string[]> {
  const rows = await workerDatabase.query<{ tenant: string }>(TENANTS, [tenant ?? null, before ?? null]);
  return rows.map((row) => row.tenant);
}
