import { notFound } from '@psa/contract-kit';
import type { Db, Tx } from '../../identity-app.ts';
import { audit } from '../audit/audit.ts';
import { deleteOauthAccounts } from './oauth-account.records.ts';

/** Unlinks an account of a user. @throws NOT_FOUND */
export function unlinkOauthAccount(db: Db, userId: string, accountId: string): Promise<void> {
  return db.transaction(async (tx) => {
    if (await unlink(tx, userId, accountId) === 0) throw notFound('Connected account');
  });
}

/** Unlinks every account of a user, for one who is forgotten. */
export async function unlinkOauthAccounts(tx: Tx, userId: string): Promise<void> {
  await unlink(tx, userId);
}

async function unlink(tx: Tx, userId: string, accountId?: string): Promise<number> {
  const unlinked = await deleteOauthAccounts(tx, userId, accountId);
  for (const record_id of unlinked) audit(tx, { event_type: 'oauth_account_unlinked', record_id, subject_user_id: userId });
  return unlinked.length;
}
