import { tenantId } from '@psa/contract-kit';
import { PasskeyAssertion } from '@psa/contracts-identity';
import { RawAnswer } from '@psa/http-kit';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Ports, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { authPageUrl, callbackUrlFor, goTo, hasCsrfToken, missingCsrf, NO_STORE } from '../auth/auth-replies.ts';
import type { AuthRequest } from '../auth/auth-request.ts';
import { signInAs } from '../sign-in/sign-in.actions.ts';
import type { SignInProvider } from '../sign-in/sign-in-provider.ts';
import { consumeNonce } from '../auth/spent-nonce.records.ts';
import { lockPasskeyByCredential, notePasskeyUse, type PasskeyRecord } from './passkey.records.ts';
import { CHALLENGE_SECONDS, relyingParty } from './relying-party.ts';
import { readUserHandle } from './user-handle.rules.ts';
import { webAuthnLibrary } from './webauthn-library.ts';

const Kept = z.object({ challenge: z.string() });

/** Signing in by a passkey: the device tells who it is, has verified who holds it, and signs a challenge. */
export const passkeyProvider: SignInProvider<Ports> = { id: 'webauthn', name: 'Passkey', type: 'webauthn', options, complete };

async function options({ auth, sealedCookies }: Ports, { query }: AuthRequest): Promise<RawAnswer> {
  // Passkeys are added by users who are signed in and have proved it: by /api/v1/users/{id}/passkeys.
  if (query.action !== undefined && query.action !== 'authenticate') return RawAnswer.json(400, 'Bad request.');
  const { generateAuthenticationOptions } = await webAuthnLibrary();
  const made = await generateAuthenticationOptions({
    rpID: relyingParty(auth).id,
    userVerification: 'required',
    timeout: CHALLENGE_SECONDS * 1000,
  });
  const cookie = auth.cookies.named('challenge');
  const kept = await sealedCookies.seal(cookie, { challenge: made.challenge }, CHALLENGE_SECONDS);
  return RawAnswer.json(
    200,
    { action: 'authenticate', options: made },
    {
      cookies: [auth.cookies.write(cookie, kept, { maxAgeSeconds: CHALLENGE_SECONDS })],
      headers: NO_STORE,
    },
  );
}

async function complete(ports: Ports, request: AuthRequest): Promise<RawAnswer> {
  const { auth, sealedCookies, database } = ports;
  if (!hasCsrfToken(auth, request)) return missingCsrf(auth, request);
  const cookie = auth.cookies.named('challenge');
  const callback = callbackUrlFor(auth, request);
  const refused = () =>
    goTo(request, authPageUrl(auth, 'signin', { error: 'WebAuthnVerificationError' }), {
      cookies: [auth.cookies.clear(cookie), ...callback.cookies],
    });

  const kept = await sealedCookies.open(cookie, request.cookies.get(cookie), Kept);
  const assertion = readAssertion(request.body.data);
  const owner = assertion && readUserHandle(assertion.response.userHandle);
  if (kept === undefined || assertion === undefined || owner === undefined) return refused();
  if (!(await consumeNonce(database, kept.challenge, CHALLENGE_SECONDS))) return refused();

  const result = await signInAs(ports, request, {
    tenant: tenantId(owner.tenant),
    userId: owner.userId,
    method: 'passkey',
    verify: async (tx) =>
      (await isGenuine(tx, ports, owner.userId, assertion, kept.challenge)) ? { passed: true } : { passed: false, code: 'credentials' },
  });
  if (!result.signedIn) return refused();
  return goTo(request, callback.url, { cookies: [...result.cookies, auth.cookies.clear(cookie), ...callback.cookies] });
}

/** Whether a passkey of the user has signed the challenge, and was not copied: a copy counts its uses on its own. */
async function isGenuine(tx: Tx, { auth, log }: Ports, userId: string, assertion: PasskeyAssertion, challenge: string): Promise<boolean> {
  const passkey = await lockPasskeyByCredential(tx, userId, assertion.id);
  if (passkey === undefined) return false;
  try {
    const { id, origin } = relyingParty(auth);
    const { verifyAuthenticationResponse } = await webAuthnLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: credentialOf(passkey),
    });
    if (verified) {
      await notePasskeyUse(tx, passkey.passkey_id, {
        counter: authenticationInfo.newCounter,
        backedUp: authenticationInfo.credentialBackedUp,
      });
      return true;
    }
  } catch (error) {
    log.warn({ err: error, passkey_id: passkey.passkey_id }, 'passkey: a sign-in was refused');
  }
  audit(tx, { event_type: 'login_failed', record_id: userId, subject_user_id: userId, details: { passkey_id: passkey.passkey_id } });
  return false;
}

function credentialOf({ credential_id, public_key, counter }: PasskeyRecord) {
  return { id: credential_id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter };
}

function readAssertion(data: string | undefined): PasskeyAssertion | undefined {
  try {
    return PasskeyAssertion.safeParse(JSON.parse(data ?? '')).data;
  } catch {
    return undefined;
  }
}
