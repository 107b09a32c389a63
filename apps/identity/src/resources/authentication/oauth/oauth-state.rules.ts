import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** From the moment a user is sent to a provider they have this long. */
export const STATE_SECONDS = 10 * 60;

/** What goes to the provider with the user and comes back with them. Nothing in it is secret. */
const OauthState = z.object({
  tenant: z.string().nullable(),
  userType: z.string().nullable(),
  provider: z.string(),
  redirectUri: z.string(),
  timestamp: z.number(),
  nonce: z.string(),
});
export type OauthState = z.infer<typeof OauthState>;

const Signed = OauthState.extend({ signature: z.string() });

/** @returns base64url of JSON with a signature over all the rest */
export function signState(state: OauthState, key: string): string {
  return Buffer.from(JSON.stringify({ ...state, signature: signature(state, key) })).toString('base64url');
}

/**
 * Reads what came back.
 * @param keys the one that signs now, and former ones
 * @param now in milliseconds since the epoch
 * @returns undefined when it was not signed here, or is too old
 */
export function readState(text: string, keys: readonly string[], now: number): OauthState | undefined {
  const parsed = Signed.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { signature: signed, ...state } = parsed.data;
  const genuine = keys.some((key) => sameText(signature(state, key), signed));
  const age = now - state.timestamp;
  return genuine && age >= -1000 && age <= STATE_SECONDS * 1000 ? state : undefined;
}

function signature({ tenant, userType, provider, redirectUri, timestamp, nonce }: OauthState, key: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['oauth-state', tenant, userType, provider, redirectUri, timestamp, nonce]))
    .digest('base64url');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
