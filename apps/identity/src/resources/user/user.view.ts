import type { UserRow } from './user.records.ts';

/** What events tell of a user. */
export function userFacts({ user_id, username, email, first_name, last_name, user_type, is_inactive }: UserRow) {
  return { user_id, username, email, first_name, last_name, user_type, is_inactive };
}
