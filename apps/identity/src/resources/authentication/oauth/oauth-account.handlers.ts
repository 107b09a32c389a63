import { type OauthAccount, oauthRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../identity-app.ts';
import { findAccount } from '../two-factor/two-factor.access.ts';
import { listOauthAccounts, type OauthAccountRecord } from './oauth-account.records.ts';
import { unlinkOauthAccount } from './unlink-account.actions.ts';

export const oauthAccountHandlers = handlers(oauthRoutes, {
  listOauthAccounts: async ({ db, principal, params }) => {
    const { user_id } = await findAccount(db, principal, params.id, 'user:read');
    return { data: (await listOauthAccounts(db, user_id)).map(toOauthAccount) };
  },

  unlinkOauthAccount: async ({ db, principal, params }) => {
    const { user_id } = await findAccount(db, principal, params.id, 'user:update');
    await unlinkOauthAccount(db, user_id, params.accountId);
  },
});

function toOauthAccount({ oauth_account_id, provider, email, created_at, last_used_at }: OauthAccountRecord): OauthAccount {
  return { oauth_account_id, provider, email, created_at, last_used_at };
}
