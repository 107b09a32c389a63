import { randomBytes } from 'node:crypto';
import { tenantId } from '@psa/contract-kit';
import type { RawAnswer } from '@psa/http-kit';
import { z } from 'zod';
import type { Ports } from '../../../identity-app.ts';
import { authPageUrl, callbackUrlFor, goTo } from '../auth/auth-replies.ts';
import type { AuthRequest } from '../auth/auth-request.ts';
import { safeCallbackUrl } from '../auth/callback-url.rules.ts';
import { signInAs } from '../sign-in/sign-in.actions.ts';
import type { ConnectingUser, SignInProvider } from '../sign-in/sign-in-provider.ts';
import { consumeNonce } from '../auth/spent-nonce.records.ts';
import { failed, signedIn } from './callback-answers.ts';
import { askToConfirm, confirmSignIn } from './confirm-sign-in.actions.ts';
import { connectAccount, notConnected } from './connect-account.actions.ts';
import { findOwner, hasLinkedAccount, linkAccount } from './link-account.actions.ts';
import type { OauthProviderSettings } from './oauth-settings.ts';
import { type OauthState, readState, signState, STATE_SECONDS } from './oauth-state.rules.ts';
import { OidcClient, type ProviderAccount } from './oidc-client.ts';
import { keepPending } from './pending-sign-in.ts';

/** What the browser keeps while its user is at the provider. */
const Kept = z.object({
  nonce: z.string(),
  idNonce: z.string(),
  verifier: z.string(),
  callbackUrl: z.string(),
  /** The signed-in user the account is to be connected to; absent where somebody signs in. */
  connecting: z.object({ tenant: z.string().transform(tenantId), userId: z.string(), sessionId: z.string() }).optional(),
});

/** An OpenID Connect provider as a way to sign in. @param stateKeys the first signs what goes to the provider and back, all verify */
export function oauthProvider(settings: OauthProviderSettings, stateKeys: readonly string[]): SignInProvider<Ports> {
  const { id, name, issuer } = settings;
  const client = new OidcClient(settings);
  return {
    id,
    name,
    type: 'oidc',
    origins: [issuer.origin],
    start: (ports, request) => start(ports, request, id, client, stateKeys),
    connect: (ports, request, user) => start(ports, request, id, client, stateKeys, user),
    complete: (ports, request) =>
      request.body.csrfToken === undefined
        ? complete(ports, request, settings, client, stateKeys)
        : confirmSignIn(ports, request, settings),
  };
}

async function start(
  ports: Ports,
  request: AuthRequest,
  id: string,
  client: OidcClient,
  stateKeys: readonly string[],
  connecting?: ConnectingUser,
): Promise<RawAnswer> {
  const { auth, sealedCookies, log } = ports;
  const { tenant, userType } = request.body;
  const [nonce, idNonce, verifier] = [newNonce(), newNonce(), newNonce()];
  const redirectUri = redirectUriOf(ports, id);
  const state = signState(
    {
      tenant: tenant?.trim().toLowerCase() || null,
      userType: userType || null,
      provider: id,
      redirectUri,
      timestamp: Date.now(),
      nonce,
    },
    stateKeys[0] as string,
  );
  try {
    const url = await client.authorizationUrl({ redirectUri, state, nonce: idNonce, verifier });
    const { url: callbackUrl, cookies } = callbackUrlFor(auth, request);
    const cookie = stateCookie(ports);
    const kept = await sealedCookies.seal(cookie, { nonce, idNonce, verifier, callbackUrl, connecting }, STATE_SECONDS);
    return goTo(request, url.href, { cookies: [auth.cookies.write(cookie, kept, { maxAgeSeconds: STATE_SECONDS }), ...cookies] });
  } catch (error) {
    log.warn({ err: error, provider: id }, 'oauth: the provider cannot be reached');
    if (connecting !== undefined)
      return notConnected(ports, request, connecting.sessionId, 'The provider cannot be reached. Try again later.');
    return goTo(request, authPageUrl(auth, 'signin', { error: 'OAuthSignInError' }));
  }
}

async function complete(
  ports: Ports,
  request: AuthRequest,
  { id, name }: OauthProviderSettings,
  client: OidcClient,
  stateKeys: readonly string[],
): Promise<RawAnswer> {
  const { auth, sealedCookies, database, log } = ports;
  const { code, state: given = '', error, error_description, iss } = request.query;
  const kept = await sealedCookies.open(stateCookie(ports), request.cookies.get(stateCookie(ports)), Kept);
  const state = readState(given, stateKeys, Date.now());
  // Only the browser that left may come back, to the provider it left for, and once.
  if (
    kept === undefined ||
    state === undefined ||
    state.nonce !== kept.nonce ||
    state.provider !== id ||
    state.redirectUri !== redirectUriOf(ports, id)
  ) {
    return failed(ports, id, 'OAuthCallbackError');
  }
  if (!(await consumeNonce(database, state.nonce, STATE_SECONDS))) return failed(ports, id, 'OAuthCallbackError');
  const { connecting } = kept;
  const refused = (why: 'AccessDenied' | 'OAuthCallbackError', description?: string) =>
    connecting === undefined
      ? failed(ports, id, why, description)
      : notConnected(ports, request, connecting.sessionId, `Your account at ${name} was not connected.`);
  if (error !== undefined) return refused(error === 'access_denied' ? 'AccessDenied' : 'OAuthCallbackError', error_description);

  const returned = new URL(state.redirectUri);
  for (const [member, value] of Object.entries({ code, state: given, iss }))
    if (value !== undefined) returned.searchParams.set(member, value);
  let account: ProviderAccount;
  try {
    account = await client.exchangeCode(returned, {
      redirectUri: state.redirectUri,
      state: given,
      nonce: kept.idNonce,
      verifier: kept.verifier,
    });
  } catch (fault) {
    log.warn({ err: fault, provider: id }, 'oauth: a sign-in was refused');
    return refused('OAuthCallbackError');
  }
  if (connecting !== undefined) return connectAccount(ports, request, { id, name }, connecting, account);
  return signIn(ports, request, { id, name }, state, account, safeCallbackUrl(kept.callbackUrl, auth.publicUrl));
}

async function signIn(
  ports: Ports,
  request: AuthRequest,
  provider: { readonly id: string; readonly name: string },
  state: OauthState,
  account: ProviderAccount,
  next: string,
): Promise<RawAnswer> {
  const { id } = provider;
  const owner = await findOwner(ports, id, account, state);
  if (owner === undefined) return failed(ports, id, 'OAuthAccountNotLinked');
  const { issuer, subject, email, hasSecondFactor } = account;
  const { tenant, user_id: userId } = owner.user;
  const pending = { provider: id, issuer, subject, email, tenant, userId, isLinked: owner.isLinked, hasSecondFactor, next };
  const { auth } = ports;
  const cookies = [auth.cookies.clear(stateCookie(ports))];
  if (!owner.isLinked) {
    // The user has linked another account of this provider: their address may have been reassigned to somebody else.
    if (await hasLinkedAccount(ports, request, pending)) return failed(ports, id, 'OAuthAccountNotLinked');
    return askToConfirm(ports, request, provider, pending, { cookies: [...cookies, await keepPending(ports, pending)] });
  }
  const result = await signInAs(ports, request, {
    tenant,
    userId,
    method: id,
    verify: async (tx, user) => {
      if (!(await linkAccount(tx, ports, userId, id, account))) return { passed: false, code: 'credentials' };
      if (hasSecondFactor) return { passed: true };
      return ports.secondFactor(tx, user, { code: undefined, cookies: request.cookies, trustDevice: false }, ports);
    },
  });
  if (result.signedIn) return signedIn(ports, id, next, [...result.cookies, ...cookies]);
  if (result.code !== 'TWO_FACTOR_REQUIRED') return failed(ports, id, 'AccessDenied');
  return askToConfirm(ports, request, provider, pending, { cookies: [...cookies, await keepPending(ports, pending)] });
}

function stateCookie({ auth }: Ports): string {
  return auth.cookies.named('state');
}

function redirectUriOf({ auth }: Ports, id: string): string {
  return `${auth.publicUrl.origin}/api/auth/callback/${id}`;
}

/** As much chance as RFC 7636 asks of a verifier: 43 letters. */
function newNonce(): string {
  return randomBytes(32).toString('base64url');
}
