import { randomUUID } from 'node:crypto';
import { type KeyRing } from '@psa/secrets-kit';
import { z } from 'zod';

/** From the moment a user is sent to a provider they have this long. */
export const STATE_MS = 10 * 60_000;

const State = z.object({ tenant: z.guid(), user: z.string(), provider: z.guid(), nonce: z.guid(), expires: z.number() });
export type OAuthState = z.infer<typeof State>;

/** States are sealed apart from everything else: with a place of their own. */
const PLACE = 'email-oauth-state';

/** Encrypts what goes to the provider with the user and comes back with them. */
export function sealState(ring: KeyRing, state: OAuthState): string {
  const { data_key_id, key_encryption_key, wrapped_key } = ring.wrap(Buffer.from(JSON.stringify(state)), PLACE, randomUUID());
  return [data_key_id, key_encryption_key, wrapped_key].join('~');
}

/** @returns undefined when it was not made here, or is too old */
export function openState(ring: KeyRing, text: string, now: number): OAuthState | undefined {
  const [data_key_id = '', key_encryption_key = '', wrapped_key = ''] = text.split('~');
  try {
    const state = State.parse(JSON.parse(ring.unwrap({ data_key_id, key_encryption_key, wrapped_key }, PLACE).toString('utf8')));
    return state.expires > now ? state : undefined;
  } catch {
    return undefined;
  }
}
