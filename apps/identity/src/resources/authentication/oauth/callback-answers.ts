import type { RawAnswer } from '@psa/http-kit';
import type { Ports } from '../../../identity-app.ts';
import { authPageUrl } from '../auth/auth-replies.ts';
import { callbackPage } from './callback.page.ts';

type Failure = 'OAuthSignInError' | 'OAuthCallbackError' | 'OAuthAccountNotLinked' | 'AccessDenied';

/** The page after a sign-in that succeeded. */
export function signedIn({ auth }: Ports, provider: string, next: string, cookies: readonly string[]): RawAnswer {
  return callbackPage({ message: { type: 'oauth-callback', provider, success: true }, next, origin: auth.publicUrl.origin, cookies });
}

/** The page after a sign-in that was refused. */
export function failed(ports: Ports, provider: string, error: Failure, description?: string): RawAnswer {
  const { auth } = ports;
  const message = {
    type: 'oauth-callback',
    provider,
    success: false,
    error,
    ...(description === undefined ? {} : { error_description: description }),
  } as const;
  const next = authPageUrl(auth, error === 'AccessDenied' ? 'error' : 'signin', { error });
  return callbackPage({ message, next, origin: auth.publicUrl.origin, cookies: [] });
}
