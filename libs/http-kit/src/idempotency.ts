import { createHash } from 'node:crypto';
import { ApiError } from '@psa/contract-kit';
import { findStoredAnswer, lockIdempotencyKey, storeAnswer, type TenantScope, type TenantTables, type TenantTx } from '@psa/postgres-kit';
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

/**
 * Runs a request at most once under its Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07): effect and answer
 * are stored in one transaction, so a crash leaves both or neither. Errors roll back and are not stored: nothing happened,
 * and the request may be tried again under the same key.
 * @param secretReply the answer shows a secret once: that it was given is stored, the answer is not
 * @returns the answer's exact bytes again when the request was served before
 * @throws REQUEST_IN_FLIGHT while the first is running, IDEMPOTENCY_KEY_REUSED for another request, CONFLICT where the answer was a secret
 */
export function replyOnce<Tables extends TenantTables<Tables>>(
  db: TenantScope<Tables>,
  actorId: string,
  key: string,
  fingerprint: string,
  secretReply: boolean,
  run: (tx: TenantTx<Tables>) => Promise<Reply>,
): Promise<Reply> {
  return db.transaction(async (tx) => {
    if (!(await lockIdempotencyKey(tx, actorId, key)))
      throw new ApiError('REQUEST_IN_FLIGHT', undefined, undefined, { 'retry-after': '1' });
    const stored = await findStoredAnswer(tx, actorId, key);
    if (stored !== undefined) {
      if (stored.fingerprint !== fingerprint) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
      if (secretReply) throw alreadyShown(stored.headers);
      return { status: stored.status, headers: { ...stored.headers, 'idempotency-replayed': 'true' }, body: stored.body };
    }
    const reply = await run(tx);
    if (secretReply) {
      storeAnswer(tx, actorId, key, { fingerprint, status: reply.status, headers: locationOf(reply.headers), body: '' });
    } else if (typeof reply.body === 'string') {
      storeAnswer(tx, actorId, key, { fingerprint, status: reply.status, headers: { ...reply.headers }, body: reply.body });
    }
    return reply;
  });
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
