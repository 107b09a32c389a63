import { notFound } from '@psa/contract-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import type { Db, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { ownSession } from '../session/own-session.ts';
import { revokeSessions } from '../session/session.actions.ts';
import { assertCanActFor } from '../../directory/user/user.access.ts';
import { deletePasskeyRow, lockPasskey, type PasskeyRecord, renamePasskeyRow } from './passkey.records.ts';

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export function renamePasskey(db: Db, userId: string, passkeyId: string, name: string, accepted: Accepted): Promise<PasskeyRecord> {
  return db.transaction(async (tx) => {
    await lockAccepted(tx, userId, passkeyId, accepted);
    return renamePasskeyRow(tx, passkeyId, name);
  });
}

/** Removes a passkey, and ends the sessions that may have been started with it. @throws NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN when it is another's who may do more */
export function deletePasskey(db: Db, principal: Principal, userId: string, passkeyId: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAccepted(tx, userId, passkeyId, accepted);
    await assertCanActFor(tx, principal, userId);
    await deletePasskeyRow(tx, passkeyId);
    audit(tx, { event_type: 'passkey_removed', record_id: passkeyId, subject_user_id: userId });
    await revokeSessions(tx, { userId, reason: 'security', except: ownSession(principal, userId) });
  });
}

async function lockAccepted(tx: Tx, userId: string, passkeyId: string, accepted: Accepted): Promise<void> {
  const passkey = await lockPasskey(tx, userId, passkeyId);
  if (passkey === undefined) throw notFound('Passkey');
  demandVersion(accepted, passkey.version);
}
