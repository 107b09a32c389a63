import { RawAnswer } from '@psa/http-kit';
import type { Auth } from './auth.ts';
import type { AuthRequest } from './auth-request.ts';
import { safeCallbackUrl } from './callback-url.rules.ts';

/** Nothing that is said about a session is for a cache. */
export const NO_STORE = { 'cache-control': 'private, no-cache, no-store', expires: '0', pragma: 'no-cache' } as const;

/** Sends the caller on: a browser by a redirect, a client that asked for it by `{url}`. */
export function goTo(
  request: AuthRequest,
  url: string,
  { cookies = [], status = 200 }: { cookies?: readonly string[]; status?: number } = {},
): RawAnswer {
  if (request.json === undefined) return RawAnswer.redirect(url, { cookies, headers: NO_STORE });
  return RawAnswer.json(status, { url }, { cookies, headers: NO_STORE });
}

/** Address of a page of the sign-in, with what it is to tell. */
export function authPageUrl(
  { publicUrl }: Auth,
  page: 'signin' | 'signout' | 'error' | 'account',
  query: Readonly<Record<string, string>> = {},
): string {
  const text = new URLSearchParams(query).toString();
  return `${publicUrl.origin}/api/auth/${page}${text === '' ? '' : `?${text}`}`;
}

/** For what no caller can put right: a provider there is not, or a way to ask for it there is not. */
export function configurationError(auth: Auth, request: AuthRequest): RawAnswer {
  return goTo(request, authPageUrl(auth, 'error', { error: 'Configuration' }));
}

/** Without its token a form may come from anywhere: it is not acted upon. */
export function missingCsrf(auth: Auth, request: AuthRequest): RawAnswer {
  return goTo(request, authPageUrl(auth, 'signin', request.json === 'v4' ? { csrf: 'true' } : { error: 'MissingCSRF' }));
}

/** The token for the forms of this browser: the one it has, or a new one with its cookie. */
export function csrfTokenFor({ csrf, cookies }: Auth, request: AuthRequest): { token: string; cookies: string[] } {
  const known = csrf.tokenOf(request.cookies.get(cookies.csrf));
  if (known !== undefined) return { token: known, cookies: [] };
  const { token, cookie } = csrf.issue();
  return { token, cookies: [cookies.write(cookies.csrf, cookie)] };
}

/** Whether a form brought the token that belongs to its browser's cookie. */
export function hasCsrfToken({ csrf, cookies }: Auth, request: AuthRequest): boolean {
  return csrf.matches(request.cookies.get(cookies.csrf), request.body.csrfToken);
}

/** Where to go in the end: where the request says, or an earlier one of this sign-in; with the cookie that remembers it. */
export function callbackUrlFor({ publicUrl, cookies }: Auth, request: AuthRequest): { url: string; cookies: string[] } {
  const remembered = request.cookies.get(cookies.callbackUrl);
  const url = safeCallbackUrl(request.body.callbackUrl || request.query.callbackUrl || remembered, publicUrl);
  return { url, cookies: url === remembered ? [] : [cookies.write(cookies.callbackUrl, url)] };
}
