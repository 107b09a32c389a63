import type { ScopeCore, TransactionCore } from '../tenancy/tenant-scope.ts';

/** The answer first given to a request that carried an Idempotency-Key. */
export interface StoredAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const LOCK = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked';
const FIND = `select fingerprint, status, headers, body from idempotency_keys
  where tenant = $1 and actor_id = $2 and key = $3 and created_at > now() - interval '24 hours'`;
const STORE = `insert into idempotency_keys (actor_id, key, fingerprint, status, headers, body) values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant, actor_id, key) do update
  set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = now()`;

/**
 * Takes the key for the length of the transaction.
 * @returns false while another request holds it
 */
export async function lockIdempotencyKey(tx: TransactionCore, actorId: string, key: string): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>({ text: LOCK, name: 'psa_idem_lock' }, [`${tx.tenant}:${actorId}:${key}`]);
  return rows[0]?.locked === true;
}

/** The answer stored under a key in the last 24 hours. */
export async function findStoredAnswer(db: ScopeCore, actorId: string, key: string): Promise<StoredAnswer | undefined> {
  const { rows } = await db.execute<StoredAnswer>({ text: FIND, name: 'psa_idem_find' }, [db.tenant, actorId, key]);
  return rows[0];
}

/** Stores the answer in the transaction of the effect: both are there after a crash, or neither. */
export function storeAnswer(tx: TransactionCore, actorId: string, key: string, answer: StoredAnswer): void {
  tx.atCommit(STORE, [actorId, key, answer.fingerprint, answer.status, JSON.stringify(answer.headers), answer.body]);
}
