import type { ProviderRecord } from './provider.records.ts';

type Account = Pick<ProviderRecord, 'mailbox' | 'config'>;

/** What of the configuration says whom tokens were given to, and for whom: the OAuth client, and by IMAP the user who signs in. */
const ACCOUNT_MEMBERS = ['client_id', 'oauth_client_id', 'oauth_token_url', 'username'] as const;

/** Whether tokens of a mailbox as it was are good for nothing once it is changed. */
export function isOtherAccount(before: Account, after: Account): boolean {
  return (
    before.mailbox !== after.mailbox || ACCOUNT_MEMBERS.some((member) => (before.config[member] ?? null) !== (after.config[member] ?? null))
  );
}
