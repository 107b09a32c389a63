import type { IdentitySettings } from '../../../identity-settings.ts';
import { SessionTokens } from './session-tokens.ts';
import { AuthCookies } from './auth-cookies.ts';
import { CsrfTokens } from './csrf-tokens.ts';

/** What every part of signing in reaches. */
export interface Auth {
  /** Address under which people and programs reach the API. */
  readonly publicUrl: URL;
  /** Lifetime of a session that is not used. */
  readonly sessionSeconds: number;
  /** Lifetime of a session however much it is used. */
  readonly maxSessionSeconds: number;
  readonly tokens: SessionTokens;
  readonly cookies: AuthCookies;
  readonly csrf: CsrfTokens;
}

export function createAuth({
  PSA_AUTH_SECRET: secrets,
  PSA_PUBLIC_URL: publicUrl,
  PSA_SESSION_SECONDS: sessionSeconds,
  PSA_SESSION_MAX_SECONDS: maxSessionSeconds,
}: IdentitySettings): Auth {
  return {
    publicUrl,
    sessionSeconds,
    maxSessionSeconds,
    tokens: new SessionTokens(secrets),
    cookies: new AuthCookies(publicUrl.protocol === 'https:'),
    csrf: new CsrfTokens(secrets),
  };
}

/** When a session expires unless it is used again. @param startedAt milliseconds since the epoch, as `now` */
export function sessionExpiry({ sessionSeconds, maxSessionSeconds }: Auth, startedAt: number, now = startedAt): Date {
  return new Date(Math.min(now + sessionSeconds * 1000, startedAt + maxSessionSeconds * 1000));
}
