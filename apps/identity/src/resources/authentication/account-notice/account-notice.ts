import { z } from 'zod';
import type { Ports } from '../../../identity-app.ts';
import type { AuthRequest } from '../auth/auth-request.ts';

/** From the redirect to the page it leads to. */
const NOTICE_SECONDS = 2 * 60;

const AccountNotice = z.object({
  /** Section of the account page it is about. */
  section: z.string(),
  message: z.string(),
  isFailure: z.boolean().optional(),
  /** What is shown this once: a new API key, or recovery codes. */
  secrets: z.array(z.string()).optional(),
});
/** What the account page says after a redirect. */
export type AccountNotice = z.infer<typeof AccountNotice>;

/** Bound to the session: of two users of one browser, the other is told nothing. */
const Kept = z.object({ sessionId: z.string(), notice: AccountNotice });

/** Keeps a notice for the next visit of the account page, sealed in a cookie. @returns a `Set-Cookie` value */
export async function keepNotice(ports: Ports, sessionId: string, notice: AccountNotice): Promise<string> {
  const { auth, sealedCookies } = ports;
  const cookie = noticeCookie(ports);
  const sealed = await sealedCookies.seal(cookie, { sessionId, notice }, NOTICE_SECONDS);
  return auth.cookies.write(cookie, sealed, { maxAgeSeconds: NOTICE_SECONDS });
}

/** The notice a redirect left, and the `Set-Cookie` value that clears it, so that it is shown once. */
export async function takeNotice(
  ports: Ports,
  { cookies }: AuthRequest,
  sessionId: string,
): Promise<{ notice: AccountNotice | undefined; cookies: string[] }> {
  const cookie = noticeCookie(ports);
  const sealed = cookies.get(cookie);
  if (sealed === undefined) return { notice: undefined, cookies: [] };
  const kept = await ports.sealedCookies.open(cookie, sealed, Kept);
  return { notice: kept?.sessionId === sessionId ? kept.notice : undefined, cookies: [ports.auth.cookies.clear(cookie)] };
}

function noticeCookie({ auth }: Ports): string {
  return auth.cookies.named('account-notice');
}
