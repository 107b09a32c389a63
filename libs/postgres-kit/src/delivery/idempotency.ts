import type { ScopeCore } from '../tenancy/tenant-scope.ts';

/** The answer first given to a request that carried an Idempotency-Key. */
export interface StoredAnswer {
  readonly fingerprint: string;
  /** Null while the request is still running. */
  readonly status: number | null;
  readonly headers: Record<string, string> | null;
  readonly body: string | null;
}

/** A key that one running request holds. */
export interface IdempotencyClaim {
  readonly actorId: string;
  readonly key: string;
  /** Tells this run of the request from one that took the key over after a crash. */
  readonly claimId: string;
}

/**
 * How long a claim is good without being renewed. When a process dies its keys are free again after this time; until then the
 * request counts as running.
 */
const LEASE_SECONDS = 15;

const CLAIM = `insert into idempotency_keys as held (actor_id, key, fingerprint, claim_id, claimed_until)
  values ($1, $2, $3, $4, now() + interval '${LEASE_SECONDS} seconds')
  on conflict (tenant, actor_id, key) do update
  set fingerprint = excluded.fingerprint, claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
    status = null, headers = null, body = null, created_at = excluded.created_at
  where (held.status is null and held.claimed_until < excluded.created_at) or excluded.created_at - held.created_at >= interval '24 hours'`;
const FIND = `select fingerprint, status, headers, body from idempotency_keys where tenant = $1 and actor_id = $2 and key = $3`;
const MINE = 'tenant = $1 and actor_id = $2 and key = $3 and claim_id = $4 and status is null';
const RENEW = `update idempotency_keys set claimed_until = now() + interval '${LEASE_SECONDS} seconds' where ${MINE}`;
const RELEASE = `delete from idempotency_keys where ${MINE}`;
const STORE = `update idempotency_keys set status = $5, headers = $6, body = $7 where ${MINE}`;

/**
 * Takes a key for a request that is about to run, by one statement of its own: no transaction is open while the request runs.
 * @returns false when the key is held by another run or has its answer; {@link findStoredAnswer} tells which
 */
export async function claimIdempotencyKey(
  db: ScopeCore,
  { actorId, key, claimId }: IdempotencyClaim,
  fingerprint: string,
): Promise<boolean> {
  const { affected } = await db.execute({ text: CLAIM, name: 'psa_idem_claim' }, [actorId, key, fingerprint, claimId]);
  return affected === 1;
}

/** What is stored under a key: the answer, or the fingerprint of the request that is running. */
export async function findStoredAnswer(db: ScopeCore, actorId: string, key: string): Promise<StoredAnswer | undefined> {
  const { rows } = await db.execute<StoredAnswer>({ text: FIND, name: 'psa_idem_find' }, [db.tenant, actorId, key]);
  return rows[0];
}

/** Keeps a claim while its request takes long. */
export async function renewIdempotencyKey(db: ScopeCore, claim: IdempotencyClaim): Promise<void> {
  await db.execute({ text: RENEW, name: 'psa_idem_renew' }, idOf(db, claim));
}

/** Gives a key back whose request had no effect: it may be used again at once. */
export async function releaseIdempotencyKey(db: ScopeCore, claim: IdempotencyClaim): Promise<void> {
  await db.execute({ text: RELEASE, name: 'psa_idem_release' }, idOf(db, claim));
}

/**
 * Stores the answer in the transaction of the effect: both are there after a crash, or neither.
 * @returns false when the claim was lost to another run, whose effect counts: this one has to be rolled back
 */
export async function storeAnswer(
  db: ScopeCore,
  claim: IdempotencyClaim,
  answer: { readonly status: number; readonly headers: Record<string, string>; readonly body: string },
): Promise<boolean> {
  const values = [...idOf(db, claim), answer.status, JSON.stringify(answer.headers), answer.body];
  return (await db.execute({ text: STORE, name: 'psa_idem_store' }, values)).affected === 1;
}

function idOf(db: ScopeCore, { actorId, key, claimId }: IdempotencyClaim): unknown[] {
  return [db.tenant, actorId, key, claimId];
}
