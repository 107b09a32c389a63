import { sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';

export type TokenPurpose = 'password_reset' | 'invitation';

export interface NewToken {
  readonly token_id: string;
  readonly user_id: string;
  readonly purpose: TokenPurpose;
  readonly secret_hash: string;
  readonly request_id: string | null;
  readonly lifetimeSeconds: number;
}

/** @returns false when the request has made one for this user before */
export async function insertToken(tx: Tx, { lifetimeSeconds, ...token }: NewToken): Promise<boolean> {
  const row = await tx
    .insertInto('account_tokens')
    .values({ ...token, expires_at: sql<string>`now() + make_interval(secs => ${lifetimeSeconds})` as never })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A token that was not used and has not ended, of a user who may sign in, in a tenant that is not suspended. */
export function findUsableToken(db: Db, tokenId: string) {
  return usable(db, tokenId).executeTakeFirst();
}
export type UsableToken = NonNullable<Awaited<ReturnType<typeof findUsableToken>>>;

/** The same, kept from being used by anybody else until the transaction ends. */
export function lockUsableToken(tx: Tx, tokenId: string): Promise<UsableToken | undefined> {
  return usable(tx, tokenId).forUpdate('account_tokens').executeTakeFirst();
}

function usable(db: Db, tokenId: string) {
  return db
    .selectFrom('account_tokens')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant', '=', 'account_tokens.tenant').onRef('users.user_id', '=', 'account_tokens.user_id'),
    )
    .select([
      'account_tokens.token_id',
      'account_tokens.user_id',
      'account_tokens.purpose',
      'account_tokens.secret_hash',
      'users.username',
      'users.email',
    ])
    .where('account_tokens.token_id', '=', tokenId)
    .where('account_tokens.used_at', 'is', null)
    .where(sql<boolean>`account_tokens.expires_at > now()`)
    .where('users.is_inactive', '=', false)
    .where('users.deleted_at', 'is', null)
    .where(sql<boolean>`exists (select from tenants where tenants.tenant_id = account_tokens.tenant and tenants.suspended_at is null)`);
}

/** Marks a token used, and all others of the user with it: who has chosen a password needs no further link. */
export async function useTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('account_tokens')
    .set({ used_at: sql<string>`now()` as never })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
