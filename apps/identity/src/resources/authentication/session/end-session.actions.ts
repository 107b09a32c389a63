import { tenantId } from '@psa/contract-kit';
import { type Ports, tenantDb } from '../../../identity-app.ts';
import { type AuthRequest, byUser } from '../auth/auth-request.ts';
import { openSessionToken } from './read-session.ts';
import { revokeSession } from './session.actions.ts';

/** Ends the session whose cookie a request brought, if it is one: a token that was copied is of no use either from then on. */
export async function endSessionOf(ports: Ports, request: AuthRequest): Promise<void> {
  const found = ports.auth.cookies.sessionToken(request.cookies);
  const claims = found && (await openSessionToken(ports, found));
  if (claims === undefined) return;
  await tenantDb(ports, tenantId(claims.tenant), byUser(request, claims.sub)).transaction((tx) =>
    revokeSession(tx, claims.session_id, 'user_logout'),
  );
}
