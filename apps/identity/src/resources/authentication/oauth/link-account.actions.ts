import type { TenantId } from '@psa/contract-kit';
import { lockInTenant } from '@psa/postgres-kit';
import type { SecretPlace } from '@psa/secrets-kit';
import { v7 as uuidv7 } from 'uuid';
import { type Ports, tenantDb, type Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { type AuthRequest, byNobodyYet } from '../auth/auth-request.ts';
import { chooseCandidate } from '../sign-in/candidate.rules.ts';
import { type Candidate, findCandidates } from '../auth/sign-in.records.ts';
import {
  type AccountKey,
  findLinkedCandidates,
  insertOauthAccount,
  isLinkedByAnother,
  listOauthAccounts,
  lockAccountOfUser,
  noteAccountUse,
} from './oauth-account.records.ts';
import type { ProviderAccount } from './oidc-client.ts';

/** Where the tokens of an account are sealed for. */
export function tokensPlace(accountId: string): SecretPlace {
  return { table: 'oauth_accounts', column: 'sealed_tokens', row: accountId };
}

export interface Within {
  /** Slug of the tenant; null when nobody said. */
  readonly tenant: string | null;
  readonly userType: string | null;
}

/** The user an account may sign in. */
export interface Owner {
  readonly user: Candidate;
  /** Whether they have linked it. If not, only the verified address points to them. */
  readonly isLinked: boolean;
}

/**
 * Whose account it is: that of the user who has linked it, else of the one whose address the provider has verified. No user is
 * created: people come in by invitation.
 * @returns undefined when it belongs to no user, or it is not clear to whom
 */
export async function findOwner(
  ports: Ports,
  provider: string,
  account: ProviderAccount,
  { tenant, userType }: Within,
): Promise<Owner | undefined> {
  const narrowed = userType ?? undefined;
  const linked = await findLinkedCandidates(ports.database, { provider, issuer: account.issuer, subject: account.subject }, tenant);
  const isLinked = linked.length > 0;
  if (!isLinked && (account.email === undefined || !account.emailVerified)) return undefined;
  const user = chooseCandidate(isLinked ? linked : await findCandidates(ports.database, account.email ?? '', tenant), narrowed);
  return user && { user, isLinked };
}

/** Whether a user has linked any account of a provider. */
export async function hasLinkedAccount(
  ports: Ports,
  request: AuthRequest,
  { tenant, userId, provider }: { readonly tenant: TenantId; readonly userId: string; readonly provider: string },
): Promise<boolean> {
  const accounts = await listOauthAccounts(tenantDb(ports, tenant, byNobodyYet(request)), userId);
  return accounts.some((account) => account.provider === provider);
}

/** Whether a user has linked this account. The link is locked until the transaction ends. */
export async function isLinkedTo(tx: Tx, userId: string, account: AccountKey): Promise<boolean> {
  const known = await lockAccountOfUser(tx, userId, account.provider);
  return known !== undefined && isSame(known, account);
}

/**
 * Links an account with its user, or keeps the tokens of one that is linked.
 * @returns false when the user has linked another account of the provider, as an address that was given to somebody else opens
 * nothing; and when another user of the portal has linked this one
 */
export async function linkAccount(
  tx: Tx,
  { secrets }: Ports,
  userId: string,
  provider: string,
  account: Pick<ProviderAccount, 'issuer' | 'subject' | 'email' | 'tokens'>,
): Promise<boolean> {
  const { issuer, subject, email = null } = account;
  const known = await lockAccountOfUser(tx, userId, provider);
  if (known !== undefined) {
    if (!isSame(known, { provider, issuer, subject })) return false;
    await noteAccountUse(
      tx,
      known.oauth_account_id,
      email,
      await secrets.seal(tx, JSON.stringify(account.tokens), tokensPlace(known.oauth_account_id)),
    );
    return true;
  }
  const key = { provider, issuer, subject };
  await lockInTenant(tx, 'oauth-account', [provider, issuer, subject].join('|'));
  if (await isLinkedByAnother(tx, userId, key)) return false;
  const oauth_account_id = uuidv7();
  const sealed_tokens = await secrets.seal(tx, JSON.stringify(account.tokens), tokensPlace(oauth_account_id));
  if (!(await insertOauthAccount(tx, { oauth_account_id, user_id: userId, ...key, email, sealed_tokens }))) return false;
  audit(tx, { event_type: 'oauth_account_linked', record_id: oauth_account_id, subject_user_id: userId, details: { provider } });
  return true;
}

function isSame(one: AccountKey, other: AccountKey): boolean {
  return one.provider === other.provider && one.issuer === other.issuer && one.subject === other.subject;
}
