import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';

const { privateKey, publicKey } = await generateKeyPair('RS256');

/** Keys tests sign pushes with, in place of Google's. */
export const testGoogleKeys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256' }] });

/** A token as Pub/Sub sends it. */
export function googleToken(claims: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT({ email: 'psa-gmail-push@some-project.iam.gserviceaccount.com', email_verified: true, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'test' })
    .setIssuer('https://accounts.google.com')
    .setAudience('http://psa.test/api/email/webhooks/google')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey);
}
