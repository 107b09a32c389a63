import type { Session, SessionRecord } from '@psa/contracts-identity';
import type { Principal } from '@psa/http-kit';
import type { ReadSession } from './read-session.ts';
import { sessionUser } from '../auth/session-claims.ts';
import type { SessionRowOfUser } from './session.list.ts';
import type { SessionRow } from './session.records.ts';

/** A session as it tells its own user. */
export function toSession({ session, tenant, tenantSlug }: ReadSession, expires: Date): Session {
  return {
    session_id: session.session_id,
    login_method: session.login_method,
    expires: expires.toISOString(),
    user: sessionUser(session, tenant, tenantSlug),
  };
}

/** A session among others. */
export function toSessionRecord(row: SessionRow, { credential }: Principal): SessionRecord {
  return {
    session_id: row.session_id,
    user_id: row.user_id,
    login_method: row.login_method,
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    device_name: row.device_name,
    device_type: row.device_type as SessionRecord['device_type'],
    last_activity_at: row.last_activity_at,
    expires_at: row.expires_at,
    created_at: row.created_at,
    is_current: credential.type === 'session' && credential.id === row.session_id,
  };
}

export function toSessionOfUser(row: SessionRowOfUser, principal: Principal) {
  const { username, email, first_name, last_name } = row;
  return { ...toSessionRecord(row, principal), username, email, first_name, last_name };
}
