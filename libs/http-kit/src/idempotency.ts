import { createHash, randomUUID } from 'node:crypto';
import { ApiError } from '@psa/contract-kit';
import {
  claimIdempotencyKey,
  findStoredAnswer,
  type IdempotencyClaim,
  isRetryable,
  LazyTransaction,
  releaseIdempotencyKey,
  renewIdempotencyKey,
  storeAnswer,
  type StoredAnswer,
  type TenantScope,
  type TenantTables,
  trackOutsideCalls,
  withCopies,
  withRetry,
} from '@psa/postgres-kit';
import type { Reply } from './reply.ts';

/** What makes two requests with one key the same request. @param url path and query */
export function requestFingerprint(method: string, url: string, ...content: (string | Uint8Array)[]): string {
  const hash = createHash('sha256').update(`${method} ${url}\n`);
  for (const part of content) hash.update(part).update('\0');
  return hash.digest('base64url');
}

/** @throws VALIDATION_ERROR unless the key has 1 to 255 printable characters */
export function assertIdempotencyKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw new ApiError('VALIDATION_ERROR', undefined, [
    { code: 'invalid_header', path: ['Idempotency-Key'], message: 'must have 1 to 255 printable ASCII characters' },
  ]);
}

/** How often a request that takes long renews its claim; the lease is three times as long. */
const RENEWAL_MS = 5_000;

/** A request that carries an Idempotency-Key. */
export interface KeyedRequest {
  readonly actorId: string;
  readonly key: string;
  readonly fingerprint: string;
  /** The answer shows a secret once: that it was given is stored, the answer is not. */
  readonly secretReply: boolean;
  /** Milliseconds between renewals of the claim; a third of the lease when absent. */
  readonly renewalMs?: number;
}

/**
 * Runs a request at most once under its Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07). The key is claimed by a
 * statement of its own before the request runs, so no transaction is open while the request waits for others; its writes are
 * committed together with its answer, so a crash leaves both or neither. After a crash the claim ends with its lease. Errors roll back and give
 * the key back: nothing happened, and the request may be tried again under the same key.
 * @returns the answer's exact bytes again when the request was served before
 * @throws REQUEST_IN_FLIGHT while the first is running, IDEMPOTENCY_KEY_REUSED for another request, CONFLICT where the answer was a secret
 */
export async function replyOnce<Tables extends TenantTables<Tables>>(
  db: TenantScope<Tables>,
  { actorId, key, fingerprint, secretReply, renewalMs = RENEWAL_MS }: KeyedRequest,
  run: (db: TenantScope<Tables>) => Promise<Reply>,
): Promise<Reply> {
  const claim: IdempotencyClaim = { actorId, key, claimId: randomUUID() };
  if (!(await claimIdempotencyKey(db, claim, fingerprint))) {
    const stored = await findStoredAnswer(db, actorId, key);
    return replay(stored, fingerprint, secretReply);
  }
  const renewal = setInterval(() => void renewIdempotencyKey(db, claim).catch(() => {}), renewalMs);
  let mayRetry = true;
  try {
    const attempt = () =>
      trackOutsideCalls(async (calls) => {
        try {
          return await runAndStore(new LazyTransaction(db, calls), claim, secretReply, run);
        } finally {
          mayRetry = !calls.hasCalledOutside;
        }
      });
    return await withCopies(db, () => withRetry(attempt, (error) => mayRetry && isRetryable(error)));
  } catch (error) {
    // When the database is away the claim ends with its lease.
    await releaseIdempotencyKey(db, claim).catch(() => {});
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Runs the request once and commits what it wrote together with its answer. */
async function runAndStore<Tables extends TenantTables<Tables>>(
  scope: LazyTransaction<Tables>,
  claim: IdempotencyClaim,
  secretReply: boolean,
  run: (db: TenantScope<Tables>) => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await run(scope);
    await scope.commit(async (db) => {
      const answer = secretReply
        ? { status: reply.status, headers: locationOf(reply.headers), body: '' }
        : { status: reply.status, headers: { ...reply.headers }, body: typeof reply.body === 'string' ? reply.body : '' };
      if (!(await storeAnswer(db, claim, answer))) throw inFlight();
    });
    return reply;
  } catch (error) {
    await scope.rollback(error);
    throw error;
  }
}

function replay(stored: StoredAnswer | undefined, fingerprint: string, secretReply: boolean): Reply {
  // Gone again: the first request failed in between.
  if (stored === undefined) throw inFlight();
  if (stored.fingerprint !== fingerprint) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  if (stored.status === null) throw inFlight();
  const headers = stored.headers ?? {};
  if (secretReply) throw alreadyShown(headers);
  return { status: stored.status, headers: { ...headers, 'idempotency-replayed': 'true' }, body: stored.body ?? '' };
}

function inFlight(): ApiError {
  return new ApiError('REQUEST_IN_FLIGHT', undefined, undefined, { 'retry-after': '1' });
}

/**
 * A stored secret would have to be encrypted with something only the caller has, and there is no such thing: neither the key
 * nor the body is secret enough. So the caller learns that it happened, and where to look at what came of it.
 */
function alreadyShown(headers: Record<string, string>): ApiError {
  return new ApiError('CONFLICT', 'This request was served before; its answer holds a secret that is shown once', undefined, {
    'idempotency-replayed': 'true',
    ...locationOf(headers),
  });
}

/** The one header of a secret reply that may be kept: the entity tag is a checksum over the secret. */
function locationOf({ location }: Record<string, string>): Record<string, string> {
  return location === undefined ? {} : { location };
}
