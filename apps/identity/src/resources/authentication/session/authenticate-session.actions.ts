import type { AuthenticatedCaller } from '@psa/contracts-identity';
import type { Db, Ports } from '../../../identity-app.ts';
import { type ReadSession, readSession, type TokenGiven } from './read-session.ts';
import { sessionUserType } from '../auth/session-claims.ts';
import { type LiveSession, noteActivity } from './session.records.ts';

const NOTE_EVERY_MS = 60_000;

/**
 * Who a session token stands for and what they may do; counts as activity of the session.
 * @param within the session must be of this tenant
 */
export async function authenticateSession(
  ports: Ports,
  given: TokenGiven,
  { within, correlationId }: { within?: string | undefined; correlationId: string },
): Promise<{ caller: AuthenticatedCaller | null; contradictory: boolean }> {
  const found = await readSession(ports, given, { actor: { id: 'identity', type: 'system' }, correlationId });
  if (found === 'contradictory') return { caller: null, contradictory: true };
  if (found === undefined || (within !== undefined && within.toLowerCase() !== found.tenant)) return { caller: null, contradictory: false };
  return { caller: useSession(ports, found), contradictory: false };
}

/** The caller a session stands for; counts as activity of the session. */
export function useSession(ports: Ports, { tenant, db, session, claims }: ReadSession): AuthenticatedCaller {
  noteSoon(ports, db, session);
  const user_type = sessionUserType(session.user_type);
  const { tenant_max_tokens: max_tokens, tenant_refill_per_min: refill_per_min } = session;
  return {
    tenant,
    user_id: session.user_id,
    user_type,
    client_id: user_type === 'client' ? session.client_id : null,
    credential: { type: 'session', id: session.session_id },
    permissions: session.permissions,
    key_rate_limit: null,
    tenant_rate_limit: max_tokens === null || refill_per_min === null ? null : { max_tokens, refill_per_min },
    expires_at: new Date(Math.min(Date.parse(session.expires_at), Number(claims['exp']) * 1000)).toISOString(),
    single_use: false,
  };
}

/** Nobody waits for it, and if it fails the next use notes it. The session lasts no longer for it: its cookie does not either. */
function noteSoon({ log }: Ports, db: Db, { session_id, last_activity_at, expires_at }: LiveSession): void {
  if (Date.parse(last_activity_at) > Date.now() - NOTE_EVERY_MS) return;
  noteActivity(db, session_id, expires_at).catch((error: unknown) =>
    log.warn({ err: error, session_id }, 'the use of a session could not be noted'),
  );
}
