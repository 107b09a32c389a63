import { tenantId } from '@psa/contract-kit';
import { z } from 'zod';
import type { Ports } from '../../../identity-app.ts';
import type { AuthRequest } from '../auth/auth-request.ts';

/** A person has this long to enter their password or code after they came back from the provider. */
const PENDING_SECONDS = 10 * 60;

/** A sign-in with a provider that wants something more. The browser keeps it sealed. */
const PendingSignIn = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().optional(),
  tenant: z.string().transform(tenantId),
  userId: z.string(),
  /** Whether the account is theirs already. The password is asked for before it becomes so: its address alone proves too little. */
  isLinked: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Where to go in the end. */
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
