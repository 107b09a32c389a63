import type { RawAnswer } from '@psa/http-kit';
import { type Ports, tenantDb } from '../../../identity-app.ts';
import { keepNotice } from '../account-notice/account-notice.ts';
import { authPageUrl, goTo } from '../auth/auth-replies.ts';
import { type AuthRequest, byUser } from '../auth/auth-request.ts';
import { readCookieSession } from '../session/read-session.ts';
import type { ConnectingUser } from '../sign-in/sign-in-provider.ts';
import { linkAccount } from './link-account.actions.ts';
import type { ProviderAccount } from './oidc-client.ts';

const SECTION = 'connected-accounts';

interface Provider {
  readonly id: string;
  readonly name: string;
}

/**
 * Links the account a user has signed in with at a provider, whatever its address: they have proved that both are theirs. Only the
 * session that left for the provider may come back.
 */
export async function connectAccount(
  ports: Ports,
  request: AuthRequest,
  provider: Provider,
  { tenant, userId, sessionId }: ConnectingUser,
  account: ProviderAccount,
): Promise<RawAnswer> {
  const found = await readCookieSession(ports, request);
  if (found?.session.session_id !== sessionId || found.session.user_id !== userId) {
    return goTo(request, authPageUrl(ports.auth, 'signin', { error: 'SessionRequired' }));
  }
  const db = tenantDb(ports, tenant, byUser(request, userId));
  const isLinked = await db.transaction((tx) => linkAccount(tx, ports, userId, provider.id, account));
  if (!isLinked) return notConnected(ports, request, sessionId, 'This account is already connected to another user.');
  return backToAccount(ports, request, sessionId, { message: `Your account at ${provider.name} was connected.` });
}

/** Back to the account page, which tells why no account was connected. */
export function notConnected(ports: Ports, request: AuthRequest, sessionId: string, message: string): Promise<RawAnswer> {
  return backToAccount(ports, request, sessionId, { message, isFailure: true });
}

async function backToAccount(
  ports: Ports,
  request: AuthRequest,
  sessionId: string,
  notice: { message: string; isFailure?: boolean },
): Promise<RawAnswer> {
  const { auth } = ports;
  const cookies = [await keepNotice(ports, sessionId, { section: SECTION, ...notice }), auth.cookies.clear(auth.cookies.named('state'))];
  return goTo(request, `${authPageUrl(auth, 'account')}#${SECTION}`, { cookies });
}
