import type { SecretPlace } from '@psa/secrets-kit';
import type { Ports, Tx } from '../../../identity-app.ts';
import { useRecoveryCode } from './recovery-code.records.ts';
import { readRecoveryCode } from './recovery-code.rules.ts';
import { lockAfter } from './wrong-codes.rules.ts';
import { matchTotp, trimmedCode } from './totp.rules.ts';
import { lockTwoFactor, noteUsedStep, noteWrongCode } from './two-factor.records.ts';

/** Where a user's secret is sealed for. */
export function totpSecretPlace(userId: string): SecretPlace {
  return { table: 'two_factors', column: 'sealed_secret', row: userId };
}

/**
 * Whether a code proves the second factor of a user: one of their authenticator app, or a recovery code. What proves it is spent
 * with the transaction; of two that bring the same code at the same moment one succeeds. After many wrong codes in a row, only a
 * recovery code is accepted for a while.
 * @param now in milliseconds since the epoch
 */
export async function verifySecondFactor(
  tx: Tx,
  { secrets }: Pick<Ports, 'secrets'>,
  userId: string,
  code: string,
  now = Date.now(),
): Promise<boolean> {
  const factor = await lockTwoFactor(tx, userId);
  if (factor === undefined) return false;
  if (readRecoveryCode(code) !== undefined) return useRecoveryCode(tx, userId, code);
  if (factor.locked_until !== null && Date.parse(factor.locked_until) > now) return false;
  const secret = await secrets.open(tx, factor.sealed_secret, totpSecretPlace(userId));
  const step = matchTotp(secret, trimmedCode(code), factor.last_used_step, now);
  if (step === undefined) {
    const wrongCodes = factor.wrong_codes + 1;
    const lock = lockAfter(wrongCodes);
    await noteWrongCode(tx, userId, wrongCodes, lock === 0 ? null : new Date(now + lock).toISOString());
    return false;
  }
  await noteUsedStep(tx, userId, step);
  return true;
}
