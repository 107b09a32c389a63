import { ApiError, notFound } from '@psa/contract-kit';
import type { Db } from '../../../identity-app.ts';
import { listUsersWithEmail } from './user.records.ts';

/** As many as are named where an address is several users'. */
const MAX_NAMED = 5;

/**
 * The one user with an e-mail address, whatever its case.
 * @throws NOT_FOUND where there is none, CONFLICT with their ids where there are several, such as one of each portal
 */
export async function requireUserWithEmail(db: Db, email: string): Promise<string> {
  const rows = await listUsersWithEmail(db, email, MAX_NAMED);
  const [found, ...others] = rows;
  if (found === undefined) throw notFound('User');
  if (others.length > 0) {
    const named = rows.map(({ user_id, user_type }) => `${user_id} (${user_type})`).join(', ');
    throw new ApiError('CONFLICT', `Several users have this address; name one of them by the id: ${named}`);
  }
  return found.user_id;
}
