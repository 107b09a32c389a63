import type { SecretPlace } from '@psa/secrets-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Ports, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { chooseCandidate } from '../sign-in/candidate.rules.ts';
import { type Candidate, findCandidates } from '../auth/sign-in.records.ts';
import { type AccountKey, findLinkedCandidates, insertOauthAccount, lockAccountOfUser, noteAccountUse } from './oauth-account.records.ts';
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

/**
 * Whose account it is: that of the user who has linked it, else of the one whose address the provider has verified. Nobody is
 * created: people come in by invitation.
 * @returns undefined when it is nobody's, or not clear whose
 */
export async function findOwner(
  ports: Ports,
  provider: string,
  account: ProviderAccount,
  { tenant, userType }: Within,
): Promise<Candidate | undefined> {
  const narrowed = userType ?? undefined;
  const linked = await findLinkedCandidates(ports.database, { provider, issuer: account.issuer, subject: account.subject }, tenant);
  if (linked.length > 0) return chooseCandidate(linked, narrowed);
  if (account.email === undefined || !account.emailVerified) return undefined;
  return chooseCandidate(await findCandidates(ports.database, account.email, tenant), narrowed);
}

/**
 * Links an account with its user, or keeps the tokens of one that is linked.
 * @returns false when the user has linked another account of the provider: an address that was given to somebody else opens nothing
 */
export async function linkAccount(
  tx: Tx,
  { secrets }: Ports,
  userId: string,
  provider: string,
  account: ProviderAccount,
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
  const oauth_account_id = uuidv7();
  const sealed_tokens = await secrets.seal(tx, JSON.stringify(account.tokens), tokensPlace(oauth_account_id));
  if (!(await insertOauthAccount(tx, { oauth_account_id, user_id: userId, provider, issuer, subject, email, sealed_tokens }))) return false;
  audit(tx, { event_type: 'oauth_account_linked', record_id: oauth_account_id, subject_user_id: userId, details: { provider } });
  return true;
}

function isSame(one: AccountKey, other: AccountKey): boolean {
  return one.provider === other.provider && one.issuer === other.issuer && one.subject === other.subject;
}
