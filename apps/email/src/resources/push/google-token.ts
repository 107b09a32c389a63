import { ApiError } from '@psa/contract-kit';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { rebase } from '../../connectors/provider-api.ts';
import type { Ports } from '../../email-app.ts';
import type { Installation } from '../../ports/installation.ts';
import { googlePushUrl } from '../sync/watch.actions.ts';

const KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs';
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];

/** Google's published keys, fetched on first use and kept. */
export function googleKeys({ baseUrls }: Pick<Installation, 'baseUrls'>): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(rebase(KEYS_URL, baseUrls.google)), { timeoutDuration: 3_000, cooldownDuration: 5_000 });
}

/**
 * Verifies that a push is Google's, meant for this installation.
 * @returns the account that signed it
 * @throws UNAUTHORIZED, SERVICE_UNAVAILABLE when the keys cannot be fetched
 */
export async function verifyGooglePush(
  { installation, googleKeys: keys }: Pick<Ports, 'installation' | 'googleKeys'>,
  authorization: unknown,
): Promise<string> {
  const token = typeof authorization === 'string' ? /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1] : undefined;
  if (token === undefined) throw new ApiError('UNAUTHORIZED', 'The push carries no token');
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: ISSUERS,
      // From the settings: the request may say anything about the host it was sent to.
      audience: googlePushUrl(installation.publicUrl),
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'email'],
    });
    const { email, email_verified } = payload;
    if (typeof email === 'string' && email_verified === true) return email.toLowerCase();
  } catch (error) {
    if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC')
      throw new ApiError('SERVICE_UNAVAILABLE', "Google's keys cannot be fetched", undefined, { 'retry-after': '10' });
  }
  throw new ApiError('UNAUTHORIZED', 'The token of the push is not accepted');
}
