import { raw, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { flatIdentityGroup } from './group.ts';
import { CsrfToken, GoTo, PageQuery, ProviderMap, SignInBody } from './sign-in.schemas.ts';

const Refused = z.literal('Bad request.');
const PAGE = ['text/html'] as const;
const provider = z.object({ provider: z.string().max(64).describe('Id of a provider, from /api/auth/providers') });
const action = z.object({ action: z.string().describe('No action') });
const actionOfProvider = z.object({ action: z.string().describe('No action'), provider: z.string().describe('Anything') });
const refused = raw(Refused, { status: 400 });
/** Forms are small; what is larger is none. */
const bodyLimit = 64 * 1024;

/** What the session library of the field asks of a server, action by action. `X-Auth-Return-Redirect` or `json=true` gets `{url}` instead of a redirect. */
export const signInRoutes = routes(flatIdentityGroup('Authentication'), {
  getCsrfToken: {
    method: 'get',
    path: '/api/auth/csrf',
    permission: 'public',
    summary: 'Get a CSRF token',
    description: 'Sets the cookie that belongs to it. A cookie that is sent along and valid is kept.',
    reply: raw(CsrfToken),
  },
  listProviders: {
    method: 'get',
    path: '/api/auth/providers',
    permission: 'public',
    summary: 'List the ways to sign in',
    reply: raw(ProviderMap),
  },
  showSignIn: {
    method: 'get',
    path: '/api/auth/signin',
    permission: 'public',
    summary: 'Show the sign-in page',
    query: PageQuery,
    reply: raw(GoTo, { media: PAGE }),
  },
  chooseSignIn: {
    method: 'post',
    path: '/api/auth/signin',
    permission: 'public',
    summary: 'Go to the sign-in page',
    body: SignInBody,
    bodyKind: 'form',
    bodyLimit,
    reply: raw(GoTo, { redirects: true }),
  },
  showSignInWith: {
    method: 'get',
    path: '/api/auth/signin/{provider}',
    permission: 'public',
    summary: 'Refuse to start a sign-in without a CSRF token',
    params: provider,
    query: PageQuery,
    reply: raw(GoTo, { status: 302, redirects: true }),
  },
  startSignIn: {
    method: 'post',
    path: '/api/auth/signin/{provider}',
    permission: 'public',
    summary: 'Start a sign-in with a provider',
    params: provider,
    body: SignInBody,
    bodyKind: 'form',
    bodyLimit,
    reply: raw(GoTo, { redirects: true }),
  },
  returnFromProvider: {
    method: 'get',
    path: '/api/auth/callback/{provider}',
    permission: 'public',
    summary: 'Come back from a provider',
    description: 'Answers with a page that posts a message of type `oauth-callback` to the page that opened it, and closes itself.',
    params: provider,
    query: PageQuery,
    reply: raw(GoTo, { status: 302, redirects: true, media: PAGE }),
  },
  finishSignIn: {
    method: 'post',
    path: '/api/auth/callback/{provider}',
    permission: 'public',
    summary: 'Sign in',
    description:
      'With `credentials`: by e-mail address and password. Sets the session cookie; a browser is sent to `callbackUrl`. ' +
      'A refusal is the error `CredentialsSignin` in the query of the address to go to, with a `code`: ' +
      '`credentials`, `RATE_LIMITED`, `TWO_FACTOR_REQUIRED` or `TWO_FACTOR_INVALID`.',
    params: provider,
    body: SignInBody,
    bodyKind: 'form',
    bodyLimit,
    reply: raw(GoTo, { redirects: true, media: PAGE }),
  },
  showSignOut: {
    method: 'get',
    path: '/api/auth/signout',
    permission: 'public',
    summary: 'Show the sign-out page',
    query: PageQuery,
    reply: raw(GoTo, { media: PAGE }),
  },
  signOut: {
    method: 'post',
    path: '/api/auth/signout',
    permission: 'public',
    summary: 'Sign out',
    description: 'Revokes the session and clears its cookie.',
    body: SignInBody,
    bodyKind: 'form',
    bodyLimit,
    reply: raw(GoTo, { redirects: true }),
  },
  showAuthError: {
    method: 'get',
    path: '/api/auth/error',
    permission: 'public',
    summary: 'Show why a sign-in failed',
    description: 'The status is 403 for AccessDenied and Verification, 500 for Configuration.',
    query: PageQuery,
    reply: raw(GoTo, { media: PAGE, refusals: [{ status: 403 }, { status: 500 }] }),
  },
  showVerifyRequest: {
    method: 'get',
    path: '/api/auth/verify-request',
    permission: 'public',
    summary: 'Show that a message was sent',
    query: PageQuery,
    reply: raw(GoTo, { media: PAGE }),
  },
  getWebAuthnOptions: {
    method: 'get',
    path: '/api/auth/webauthn-options',
    permission: 'public',
    summary: 'Refuse WebAuthn options without a provider',
    query: z.object({ action: z.string().max(32).optional().describe('authenticate or register') }),
    reply: raw(z.unknown(), { status: 302, redirects: true }),
  },
  getWebAuthnOptionsOf: {
    method: 'get',
    path: '/api/auth/webauthn-options/{provider}',
    permission: 'public',
    summary: 'Get the options of a sign-in with a passkey',
    params: provider,
    query: z.object({ action: z.string().max(32).optional().describe('authenticate or register') }),
    reply: raw(z.unknown(), { status: 302, redirects: true }),
  },
  refuseGet: {
    method: 'get',
    path: '/api/auth/{action}',
    permission: 'public',
    summary: 'Refuse an unknown action',
    params: action,
    reply: refused,
  },
  refusePost: {
    method: 'post',
    path: '/api/auth/{action}',
    permission: 'public',
    summary: 'Refuse an unknown action',
    params: action,
    reply: refused,
  },
  refusePut: {
    method: 'put',
    path: '/api/auth/{action}',
    permission: 'public',
    summary: 'Refuse a method',
    params: action,
    reply: refused,
  },
  refuseDelete: {
    method: 'delete',
    path: '/api/auth/{action}',
    permission: 'public',
    summary: 'Refuse a method',
    params: action,
    reply: refused,
  },
  refuseGetOf: {
    method: 'get',
    path: '/api/auth/{action}/{provider}',
    permission: 'public',
    summary: 'Refuse an unknown action',
    params: actionOfProvider,
    reply: refused,
  },
  refusePostOf: {
    method: 'post',
    path: '/api/auth/{action}/{provider}',
    permission: 'public',
    summary: 'Refuse an unknown action',
    params: actionOfProvider,
    reply: refused,
  },
});
