import { tenantId } from '@psa/contract-kit';
import type { Database } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { OauthAccountsTable } from '../../../tables.ts';
import type { Candidate } from '../auth/sign-in.records.ts';

export type OauthAccountRecord = Selectable<OauthAccountsTable>;

/** An account at a provider. */
export interface AccountKey {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
}

const CANDIDATES = 'select tenant_id, user_id, user_type from oauth_candidates($1, $2, $3, $4)';

/** Active users who have linked an account, of all tenants that are not suspended. @param tenant slug to narrow to */
export async function findLinkedCandidates(
  database: Database,
  { provider, issuer, subject }: AccountKey,
  tenant: string | null,
): Promise<Candidate[]> {
  const rows = await database.query<{ tenant_id: string; user_id: string; user_type: string }>(CANDIDATES, [
    provider,
    issuer,
    subject,
    tenant,
  ]);
  return rows.map(({ tenant_id, user_id, user_type }) => ({ tenant: tenantId(tenant_id), user_id, user_type }));
}

/** The account of a provider that a user has linked, kept from being changed until the transaction ends. */
export function lockAccountOfUser(tx: Tx, userId: string, provider: string): Promise<OauthAccountRecord | undefined> {
  return tx
    .selectFrom('oauth_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether another active user of the same portal has linked an account: whose sign-in it is would be unclear. */
export async function isLinkedByAnother(tx: Tx, userId: string, { provider, issuer, subject }: AccountKey): Promise<boolean> {
  const isClient = (table: string) => sql<boolean>`${sql.ref(`${table}.user_type`)} = 'client'`;
  const row = await tx
    .selectFrom('oauth_accounts')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant', '=', 'oauth_accounts.tenant').onRef('users.user_id', '=', 'oauth_accounts.user_id'),
    )
    .innerJoin('users as linking', (join) => join.onRef('linking.tenant', '=', 'oauth_accounts.tenant').on('linking.user_id', '=', userId))
    .select('oauth_accounts.user_id')
    .where('oauth_accounts.provider', '=', provider)
    .where('oauth_accounts.issuer', '=', issuer)
    .where('oauth_accounts.subject', '=', subject)
    .where('oauth_accounts.user_id', '<>', userId)
    .where('users.is_inactive', '=', false)
    .where(sql<boolean>`(${isClient('users')}) = (${isClient('linking')})`)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewOauthAccount extends AccountKey {
  readonly oauth_account_id: string;
  readonly user_id: string;
  readonly email: string | null;
  readonly sealed_tokens: string;
}

/** @returns false when the user has linked another account of the provider */
export async function insertOauthAccount(tx: Tx, account: NewOauthAccount): Promise<boolean> {
  const row = await tx
    .insertInto('oauth_accounts')
    .values({ ...account, last_used_at: sql<string>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('oauth_account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that an account was used, with the tokens it brought. */
export async function noteAccountUse(tx: Tx, accountId: string, email: string | null, sealedTokens: string): Promise<void> {
  await tx
    .updateTable('oauth_accounts')
    .set({ last_used_at: sql`now()`, email, sealed_tokens: sealedTokens })
    .where('oauth_account_id', '=', accountId)
    .execute();
}

/** Accounts a user has linked: one of each provider at most. */
export function listOauthAccounts(db: Db, userId: string): Promise<OauthAccountRecord[]> {
  return db.selectFrom('oauth_accounts').selectAll().where('user_id', '=', userId).orderBy('provider').execute();
}

/** @returns false when the user has no such account */
export async function deleteOauthAccount(tx: Tx, userId: string, accountId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('oauth_accounts')
    .where('user_id', '=', userId)
    .where('oauth_account_id', '=', accountId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
