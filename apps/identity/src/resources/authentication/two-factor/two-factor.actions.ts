import { conflict, invalidField } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Ports, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { ownSession } from '../session/own-session.ts';
import { changedAccess } from '../../directory/user/changed-access.ts';
import { assertCanActFor } from '../../directory/user/user.access.ts';
import { replaceRecoveryCodes } from './recovery-code.records.ts';
import { newRecoveryCodes } from './recovery-code.rules.ts';
import { isUsableSecret, matchTotp, trimmedCode } from './totp.rules.ts';
import { WRONG_TOKEN } from './proof.actions.ts';
import { deleteTwoFactor, insertTwoFactor } from './two-factor.records.ts';
import { totpSecretPlace } from './verify-second-factor.actions.ts';

/**
 * Has a code asked for at sign-in from now on. The token is spent by it. @returns the recovery codes, of which only hashes are kept
 * @throws VALIDATION_ERROR for a secret that is none or a token that is not the secret's, CONFLICT when it is enabled
 */
export async function enableTwoFactor(
  db: Db,
  { secrets }: Ports,
  principal: Principal,
  { secret, token }: { secret: string; token: string },
): Promise<string[]> {
  const { userId } = principal;
  if (!isUsableSecret(secret)) throw invalidField('secret', 'is no secret of an authenticator app', 'invalid_secret');
  const step = matchTotp(secret, trimmedCode(token), 0, Date.now());
  if (step === undefined) throw invalidField('token', WRONG_TOKEN, 'invalid_token');
  const codes = newRecoveryCodes();
  await db.transaction(async (tx) => {
    const sealed = await secrets.seal(tx, secret, totpSecretPlace(userId));
    if (!(await insertTwoFactor(tx, userId, sealed, step)))
      throw conflict('Two-factor authentication is enabled already: disable it first');
    await replaceRecoveryCodes(tx, userId, codes);
    await noteChange(tx, principal, userId, true);
  });
  return codes;
}

/**
 * Asks for no code any more, and forgets what belonged to it. Whoever takes it from another is halfway to signing in as them.
 * @returns false when it was off
 * @throws FORBIDDEN when it is another's who may do more than the caller
 */
export function disableTwoFactor(db: Db, principal: Principal, userId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await assertCanActFor(tx, principal, userId);
    if (!(await deleteTwoFactor(tx, userId))) return false;
    await noteChange(tx, principal, userId, false);
    return true;
  });
}

/** Puts new recovery codes in the place of the former ones. */
export async function renewRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.transaction(async (tx) => {
    await replaceRecoveryCodes(tx, userId, codes);
    audit(tx, { event_type: 'recovery_codes_created', record_id: userId, subject_user_id: userId });
  });
  return codes;
}

async function noteChange(tx: Tx, principal: Principal, userId: string, enabled: boolean): Promise<void> {
  await changedAccess(tx, { user_id: userId }, { two_factor_enabled: enabled }, ownSession(principal, userId));
  audit(tx, { event_type: enabled ? 'two_factor_enabled' : 'two_factor_disabled', record_id: userId, subject_user_id: userId });
}
