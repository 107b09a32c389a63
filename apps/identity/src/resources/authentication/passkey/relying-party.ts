import type { Auth } from '../auth/auth.ts';

/** How long a challenge is good for. */
export const CHALLENGE_SECONDS = 5 * 60;

/** As which the product shows itself to devices; a passkey is made for it and answers nobody else. */
export function relyingParty({ publicUrl }: Auth): { id: string; name: string; origin: string } {
  return { id: publicUrl.hostname, name: 'PSA', origin: publicUrl.origin };
}
