import type { IdentitySettings } from '../../../identity-settings.ts';
import { SessionTokens } from './session-tokens.ts';
import { AuthCookies } from './auth-cookies.ts';
import { CsrfTokens } from './csrf-tokens.ts';

/** What every part of signing in reaches. */
export interface Auth {
  /** Address under which people and programs reach the API. */
  readonly publicUrl: URL;
  readonly sessionSeconds: number;
  readonly tokens: SessionTokens;
  readonly cookies: AuthCookies;
  readonly csrf: CsrfTokens;
}

export function createAuth({
  PSA_AUTH_SECRET: secrets,
  PSA_PUBLIC_URL: publicUrl,
  PSA_SESSION_SECONDS: sessionSeconds,
}: IdentitySettings): Auth {
  return {
    publicUrl,
    sessionSeconds,
    tokens: new SessionTokens(secrets),
    cookies: new AuthCookies(publicUrl.protocol === 'https:'),
    csrf: new CsrfTokens(secrets),
  };
}
