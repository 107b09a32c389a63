import { type SignInCode, signInRoutes } from '@psa/contracts-identity';
import { RawAnswer } from '@psa/http-kit';
import { handlers, type Ports } from '../../../identity-app.ts';
import { endSessionOf } from '../session/end-session.actions.ts';
import {
  authPageUrl,
  callbackUrlFor,
  configurationError,
  csrfTokenFor,
  goTo,
  hasCsrfToken,
  missingCsrf,
  NO_STORE,
} from '../auth/auth-replies.ts';
import { type AuthRequest, authRequest } from '../auth/auth-request.ts';
import { authPage } from './pages/auth-page.ts';
import { errorPage, signOutContent, verifyRequestContent } from './pages/other-pages.ts';
import { signInContent } from './pages/sign-in-page.ts';
import { signInByPassword } from './password-sign-in.actions.ts';
import { findProvider, providerMap, providerOrigins } from './providers.ts';

export const signInHandlers = handlers(signInRoutes, {
  getCsrfToken: ({ ports: { auth }, request }) => {
    const asked = authRequest(request);
    const csrf = csrfTokenFor(auth, asked);
    return RawAnswer.json(
      200,
      { csrfToken: csrf.token },
      { cookies: [...csrf.cookies, ...callbackUrlFor(auth, asked).cookies], headers: NO_STORE },
    );
  },

  listProviders: ({ ports }) => RawAnswer.json(200, providerMap(ports)),

  showSignIn: ({ ports, request, query }) => {
    const { auth, providers } = ports;
    const asked = authRequest(request, { query });
    const [csrf, callback] = [csrfTokenFor(auth, asked), callbackUrlFor(auth, asked)];
    const content = signInContent({
      csrfToken: csrf.token,
      callbackUrl: callback.url,
      error: query.error,
      code: query.code,
      providers: providers.filter(({ start }) => start !== undefined),
    });
    return authPage({ title: 'Sign in', content, cookies: [...csrf.cookies, ...callback.cookies], formOrigins: providerOrigins(ports) });
  },

  chooseSignIn: ({ ports: { auth }, request, body }) => {
    const asked = authRequest(request, { body });
    return hasCsrfToken(auth, asked)
      ? goTo(asked, authPageUrl(auth, 'signin'), { cookies: callbackUrlFor(auth, asked).cookies })
      : missingCsrf(auth, asked);
  },

  showSignInWith: ({ ports: { auth }, request }) => configurationError(auth, authRequest(request)),

  startSignIn: ({ ports, request, params, body }) => {
    const { auth } = ports;
    const asked = authRequest(request, { body });
    if (!hasCsrfToken(auth, asked)) return missingCsrf(auth, asked);
    if (params.provider === 'credentials')
      return goTo(asked, authPageUrl(auth, 'signin'), { cookies: callbackUrlFor(auth, asked).cookies });
    return findProvider(ports, params.provider)?.start?.(ports, asked) ?? configurationError(auth, asked);
  },

  returnFromProvider: ({ ports, request, params, query }) => {
    const asked = authRequest(request, { query });
    return findProvider(ports, params.provider)?.complete?.(ports, asked) ?? configurationError(ports.auth, asked);
  },

  finishSignIn: ({ ports, request, params, body }) => {
    const asked = authRequest(request, { body });
    if (params.provider === 'credentials') return signInWithCredentials(ports, asked);
    return findProvider(ports, params.provider)?.complete?.(ports, asked) ?? configurationError(ports.auth, asked);
  },

  showSignOut: ({ ports: { auth }, request, query }) => {
    const asked = authRequest(request, { query });
    const [csrf, callback] = [csrfTokenFor(auth, asked), callbackUrlFor(auth, asked)];
    return authPage({
      title: 'Sign out',
      content: signOutContent({ csrfToken: csrf.token, callbackUrl: callback.url }),
      cookies: [...csrf.cookies, ...callback.cookies],
      formOrigins: [auth.publicUrl.origin],
    });
  },

  signOut: async ({ ports, request, body }) => {
    const { auth } = ports;
    const asked = authRequest(request, { body });
    if (!hasCsrfToken(auth, asked)) return missingCsrf(auth, asked);
    await endSessionOf(ports, asked);
    const callback = callbackUrlFor(auth, asked);
    return goTo(asked, callback.url, { cookies: [...auth.cookies.clearSession(asked.cookies), ...callback.cookies] });
  },

  showAuthError: ({ query }) => authPage(errorPage(query.error)),

  showVerifyRequest: () => authPage({ title: 'Check your e-mail', content: verifyRequestContent }),

  getWebAuthnOptions: ({ ports: { auth }, request }) => configurationError(auth, authRequest(request)),

  getWebAuthnOptionsOf: ({ ports, request, params, query }) => {
    const asked = authRequest(request, { query });
    return findProvider(ports, params.provider)?.options?.(ports, asked) ?? configurationError(ports.auth, asked);
  },

  refuseGet: refuse,
  refusePost: refuse,
  refusePut: refuse,
  refuseDelete: refuse,
  refuseGetOf: refuse,
  refusePostOf: refuse,
});

async function signInWithCredentials(ports: Ports, request: AuthRequest): Promise<RawAnswer> {
  const { auth } = ports;
  if (!hasCsrfToken(auth, request)) return missingCsrf(auth, request);
  const callback = callbackUrlFor(auth, request);
  const result = await signInByPassword(ports, request);
  if (result.signedIn) return goTo(request, callback.url, { cookies: [...result.cookies, ...callback.cookies] });
  return refusedCredentials(ports, request, result.code, callback.cookies);
}

/** The library's version 4 tells a refusal by the status, version 5 and browsers by the address alone. */
function refusedCredentials({ auth }: Ports, request: AuthRequest, code: SignInCode, cookies: readonly string[]): RawAnswer {
  const error = 'CredentialsSignin';
  if (request.json !== 'v4') return goTo(request, authPageUrl(auth, 'signin', { error, code }), { cookies });
  const query = { error, provider: 'credentials', ...(code === 'credentials' ? {} : { code }) };
  return goTo(request, authPageUrl(auth, 'error', query), { cookies, status: 401 });
}

function refuse(): RawAnswer {
  return RawAnswer.json(400, 'Bad request.');
}
