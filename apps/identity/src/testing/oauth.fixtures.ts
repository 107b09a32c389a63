import type { oauthRoutes } from '@psa/contracts-identity';
import type { Fixture, World } from '@psa/test-kit/derived';
import { settle } from './make.ts';

/** Links an account with the caller. @returns the id of the link */
export async function linkedAccount({ service, caller }: World, provider = 'google'): Promise<string> {
  const [{ oauth_account_id }] = (await service.sql<{ oauth_account_id: string }>(
    `insert into oauth_accounts (tenant, oauth_account_id, user_id, provider, issuer, subject, email, sealed_tokens, last_used_at)
     values ($1, gen_random_uuid(), $2, $4, 'https://accounts.google.com', $3, 'una@example.com', 'none', now()) returning oauth_account_id`,
    [caller.tenant, caller.userId, crypto.randomUUID(), provider],
  )) as [{ oauth_account_id: string }];
  return oauth_account_id;
}

const withAccount: Fixture = async (world) => {
  await settle(world.service, world.caller);
  return { params: { id: world.caller.userId, accountId: await linkedAccount(world) } };
};

export const oauthFixtures: { readonly [K in keyof typeof oauthRoutes]: Fixture } = {
  listOauthAccounts: withAccount,
  unlinkOauthAccount: withAccount,
};
