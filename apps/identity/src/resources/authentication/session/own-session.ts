import type { Principal } from '@psa/http-kit';

/** The session a user changes their own account in: it goes on when the others end. Undefined for a key, and for the account of another. */
export function ownSession({ credential, userId }: Principal, changedUserId: string): string | undefined {
  return credential.type === 'session' && userId === changedUserId ? credential.id : undefined;
}
