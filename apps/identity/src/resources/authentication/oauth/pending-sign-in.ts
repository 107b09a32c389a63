import { tenantId } from '@psa/contract-kit';
import { z } from 'zod';
import type { Ports } from '../../../identity-app.ts';
import type { AuthRequest } from '../auth/auth-request.ts';

/** How long a person has to enter their password or code after they came back from the provider. */
const PENDING_SECONDS = 10 * 60;

/** A sign-in with a provider that still needs a password or code. The browser keeps it in a sealed cookie. */
const PendingSignIn = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().optional(),
  tenant: z.string().transform(tenantId),
  userId: z.string(),
  /** Whether the account is linked already. Linking it takes the password, as a verified address does not prove who owns the account. */
  isLinked: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Address to go to after the sign-in. */
  next: z.string(),
});
export type PendingSignIn = z.infer<typeof PendingSignIn>;

/** @returns a `Set-Cookie` value */
export async function keepPending(ports: Ports, pending: PendingSignIn): Promise<string> {
  const { auth, sealedCookies } = ports;
  const cookie = pendingCookie(ports);
  return auth.cookies.write(cookie, await sealedCookies.seal(cookie, pending, PENDING_SECONDS), { maxAgeSeconds: PENDING_SECONDS });
}

/** @returns undefined when there is none, or its time is over */
export function readPending(ports: Ports, { cookies }: AuthRequest, provider: string): Promise<PendingSignIn | undefined> {
  const cookie = pendingCookie(ports);
  return ports.sealedCookies
    .open(cookie, cookies.get(cookie), PendingSignIn)
    .then((pending) => (pending?.provider === provider ? pending : undefined));
}

/** @returns a `Set-Cookie` value */
export function clearPending(ports: Ports): string {
  return ports.auth.cookies.clear(pendingCookie(ports));
}

function pendingCookie({ auth }: Ports): string {
  return auth.cookies.named('pending');
}
