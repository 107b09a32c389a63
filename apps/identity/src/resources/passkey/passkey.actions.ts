import { notFound } from '@psa/contract-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import type { Db, Tx } from '../../identity-app.ts';
import { audit } from '../audit/audit.ts';
import { revokeSessions } from '../session/session.actions.ts';
import { deletePasskeyRows, lockPasskey, type PasskeyRecord, renamePasskeyRow } from './passkey.records.ts';

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export function renamePasskey(db: Db, userId: string, passkeyId: string, name: string, accepted: Accepted): Promise<PasskeyRecord> {
  return db.transaction(async (tx) => {
    await lockAccepted(tx, userId, passkeyId, accepted);
    return renamePasskeyRow(tx, passkeyId, name);
  });
}

/** Removes a passkey, and ends the sessions that may have been started with it. @throws NOT_FOUND, PRECONDITION_FAILED */
export function deletePasskey(db: Db, principal: Principal, userId: string, passkeyId: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAccepted(tx, userId, passkeyId, accepted);
    await remove(tx, userId, passkeyId);
    const { type, id } = principal.credential;
    await revokeSessions(tx, { userId, reason: 'security', ...(type === 'session' && principal.userId === userId ? { except: id } : {}) });
  });
}

/** Removes every passkey of a user, for one who is forgotten. */
export async function deletePasskeys(tx: Tx, userId: string): Promise<void> {
  await remove(tx, userId);
}

async function remove(tx: Tx, userId: string, passkeyId?: string): Promise<void> {
  for (const record_id of await deletePasskeyRows(tx, userId, passkeyId)) audit(tx, { event_type: 'passkey_removed', record_id, subject_user_id: userId });
}

async function lockAccepted(tx: Tx, userId: string, passkeyId: string, accepted: Accepted): Promise<void> {
  const passkey = await lockPasskey(tx, userId, passkeyId);
  if (passkey === undefined) throw notFound('Passkey');
  demandVersion(accepted, passkey.version);
}
