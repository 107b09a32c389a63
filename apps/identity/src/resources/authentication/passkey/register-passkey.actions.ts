import { conflict, invalidField } from '@psa/contract-kit';
import type { CreatePasskey, PasskeyRegistration } from '@psa/contracts-identity';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Db, Ports } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { deviceOf } from '../session/device.rules.ts';
import { consumeNonce } from '../auth/spent-nonce.records.ts';
import { insertPasskey, listPasskeys, type PasskeyRecord } from './passkey.records.ts';
import { CHALLENGE_SECONDS, relyingParty } from './relying-party.ts';
import { userHandleOf } from './user-handle.rules.ts';
import { webAuthnLibrary } from './webauthn-library.ts';

/** Nobody needs more; each is a way in. */
const MOST_PASSKEYS = 20;
const PURPOSE = 'passkey-registration';

const Challenge = z.object({ challenge: z.string(), tenant: z.string(), userId: z.string() });

interface Registrant {
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** Options to make a passkey with, and the token that proves whose they are. @throws CONFLICT when the user has plenty */
export async function startRegistration(
  db: Db,
  { auth, sealedCookies }: Ports,
  user: Registrant,
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; token: string }> {
  const known = await listPasskeys(db, user.user_id);
  if (known.length >= MOST_PASSKEYS) throw conflict(`A user has ${MOST_PASSKEYS} passkeys at most`);
  const { id, name } = relyingParty(auth);
  const { generateRegistrationOptions } = await webAuthnLibrary();
  const owner = { tenant: db.tenant, userId: user.user_id };
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: userHandleOf(owner),
    userName: user.email,
    userDisplayName: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email,
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    // It stands for password and second factor at once: the device must know whose it is, and who holds it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options, token: await sealedCookies.seal(PURPOSE, { challenge: options.challenge, ...owner }, CHALLENGE_SECONDS) };
}

/**
 * Adds a passkey that a browser has made of such options.
 * @throws VALIDATION_ERROR for a token that is not this user's or was used, or an answer that is not to it; CONFLICT when it is there already
 */
export async function finishRegistration(db: Db, ports: Ports, userId: string, input: CreatePasskey): Promise<PasskeyRecord> {
  const started = await ports.sealedCookies.open(PURPOSE, input.challenge_token, Challenge);
  const isOurs = started !== undefined && started.tenant === db.tenant && started.userId === userId;
  if (!isOurs || !(await consumeNonce(ports.database, started.challenge, CHALLENGE_SECONDS))) {
    throw invalidField('challenge_token', 'is not good, or not any more: get new options', 'invalid_token');
  }
  const made = await verifyMade(ports, input.response, started.challenge);
  return db.transaction(async (tx) => {
    const row = await insertPasskey(tx, {
      ...made,
      passkey_id: uuidv7(),
      user_id: userId,
      transports: JSON.stringify(input.response.response.transports ?? []),
      name: input.name ?? deviceOf(db.context.origin?.userAgent ?? null).device_name,
    });
    if (row === undefined) throw conflict('This passkey was added before');
    audit(tx, { event_type: 'passkey_added', record_id: row.passkey_id, subject_user_id: userId });
    return row;
  });
}

/** @throws VALIDATION_ERROR */
async function verifyMade({ auth }: Ports, response: PasskeyRegistration, challenge: string) {
  const { id, origin } = relyingParty(auth);
  const refused = (why: string) => invalidField('response', `is no passkey for here: ${why}`, 'invalid_passkey');
  const { verifyRegistrationResponse } = await webAuthnLibrary();
  const result = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refused((error as Error).message);
  });
  if (!result.verified) throw refused('it does not verify');
  const { credential, credentialDeviceType, credentialBackedUp } = result.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    device_type: credentialDeviceType,
    backed_up: credentialBackedUp,
  };
}
