import { notFound } from '@psa/contract-kit';
import type { Db } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { deleteOauthAccount } from './oauth-account.records.ts';

/** Unlinks an account of a user; its tokens go with it. @throws NOT_FOUND */
export function unlinkOauthAccount(db: Db, userId: string, accountId: string): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await deleteOauthAccount(tx, userId, accountId))) throw notFound('Connected account');
    audit(tx, { event_type: 'oauth_account_unlinked', record_id: accountId, subject_user_id: userId });
  });
}
