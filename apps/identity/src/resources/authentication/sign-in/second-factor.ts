import type { Tx } from '../../../identity-db.ts';
import type { UserRow } from '../../directory/user/user.records.ts';
import type { Cookies } from '../auth/auth-cookies.ts';

/** What came with a sign-in that may prove the second factor. */
export interface SecondFactorProof {
  /** What was typed: a one-time password or a recovery code. */
  readonly code: string | undefined;
  /** All cookies of the request: the one of a trusted device may be among them. */
  readonly cookies: Cookies;
  /** Whether no code is to be asked for on this device from now on. */
  readonly trustDevice: boolean;
}

export type SecondFactorAnswer =
  /** The factor is off, was proved, or need not be; `cookies` are `Set-Cookie` values that go out with the sign-in. */
  | { readonly passed: true; readonly cookies?: readonly string[] }
  /** REQUIRED: nothing was sent, which is no failed attempt. INVALID: what was sent is wrong, which is one. */
  | { readonly passed: false; readonly code: 'TWO_FACTOR_REQUIRED' | 'TWO_FACTOR_INVALID' };

/**
 * The seam between a first factor that was right and a session. It is called at every sign-in by password or provider, for users with
 * and without a second factor, in the transaction that starts the session and with the user's row locked: a code that is used up there
 * is used up if and only if the session is started. The transaction is committed when the answer is no, too, so counts may be kept in it.
 * Sign-ins that prove two factors by themselves, by passkey or by a provider that says so, do not ask.
 */
export type VerifySecondFactor<Ports> = (tx: Tx, user: UserRow, proof: SecondFactorProof, ports: Ports) => Promise<SecondFactorAnswer>;
