import { identityEvents } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { lockSignInUser } from '../auth/sign-in.records.ts';
import { deviceOf } from './device.rules.ts';
import { insertSession, listLiveSessions, markSessionsRevoked, type SessionRow } from './session.records.ts';

/** Sessions of one user at the same time. */
export const MOST_SESSIONS = 5;

export type RevocationReason =
  'user_logout' | 'user_logout_all' | 'admin_revoke' | 'max_sessions' | 'security' | 'scim' | 'inactivity' | 'expired';

export interface SessionStart {
  /** `credentials`, `passkey`, or the id of an OAuth provider. */
  readonly method: string;
  readonly expires: Date;
}

/**
 * Starts a session of a user who has proved who they are; where from and with what is told by the transaction's origin. Beyond
 * {@link MOST_SESSIONS} those are ended that were not used for longest. Sign-ins of one user follow each other: the user's row is locked.
 */
export async function startSession(tx: Tx, user: { readonly user_id: string }, { method, expires }: SessionStart): Promise<SessionRow> {
  await lockSignInUser(tx, user.user_id);
  const previous = await listLiveSessions(tx, user.user_id);
  await end(
    tx,
    previous.slice(MOST_SESSIONS - 1).map(({ session_id }) => session_id),
    'max_sessions',
  );
  const { address = null, userAgent = null } = tx.context.origin ?? {};
  const session = await insertSession(tx, {
    session_id: uuidv7(),
    user_id: user.user_id,
    login_method: method,
    ip_address: address,
    user_agent: userAgent,
    ...deviceOf(userAgent),
    expires_at: expires.toISOString(),
  });
  audit(tx, { event_type: 'login', record_id: session.session_id, subject_user_id: user.user_id, details: { method } });
  return session;
}

export interface Revocation {
  readonly userId: string;
  readonly reason: RevocationReason;
  /** Session that goes on: the one of the user who does it. */
  readonly except?: string | undefined;
}

/** Ends a user's sessions: gateways forget them at once. @returns how many there were */
export async function revokeSessions(tx: Tx, { userId, reason, except }: Revocation): Promise<number> {
  const live = await listLiveSessions(tx, userId);
  return end(
    tx,
    live.map(({ session_id }) => session_id).filter((id) => id !== except),
    reason,
  );
}

/** Ends one session; again, it changes nothing. @returns whether it went on until now */
export async function revokeSession(tx: Tx, sessionId: string, reason: RevocationReason): Promise<boolean> {
  return (await end(tx, [sessionId], reason)) > 0;
}

async function end(tx: Tx, sessionIds: readonly string[], reason: RevocationReason): Promise<number> {
  const ended = await markSessionsRevoked(tx, sessionIds, reason);
  for (const { session_id, user_id, version } of ended) {
    emit(tx, identityEvents.sessionRevoked, { session_id, user_id, reason }, version);
    audit(tx, {
      event_type: reason === 'user_logout' ? 'logout' : 'session_revoked',
      record_id: session_id,
      subject_user_id: user_id,
      details: { reason },
    });
  }
  return ended.length;
}
