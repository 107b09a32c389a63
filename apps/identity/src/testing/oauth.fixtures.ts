import type { oauthRoutes } from '@psa/contracts-identity';
import type { Fixture } from '@psa/test-kit/derived';
import { settle } from './make.ts';

const withAccount: Fixture = async ({ service, caller }) => {
  await settle(service, caller);
  const [{ oauth_account_id }] = (await service.sql<{ oauth_account_id: string }>(
    `insert into oauth_accounts (tenant, oauth_account_id, user_id, provider, issuer, subject, email, sealed_tokens, last_used_at)
     values ($1, gen_random_uuid(), $2, 'google', 'https://accounts.google.com', $3, 'una@example.com', 'none', now()) returning oauth_account_id`,
    [caller.tenant, caller.userId, crypto.randomUUID()],
  )) as [{ oauth_account_id: string }];
  return { params: { id: caller.userId, accountId: oauth_account_id } };
};

export const oauthFixtures: { readonly [K in keyof typeof oauthRoutes]: Fixture } = {
  listOauthAccounts: withAccount,
  unlinkOauthAccount: withAccount,
};
