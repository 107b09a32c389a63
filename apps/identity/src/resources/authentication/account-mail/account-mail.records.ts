import type { Selectable } from 'kysely';
import { type BatchDeletion, type Database, deleteInBatches, RowClaim } from '@psa/postgres-kit';
import type { Tx } from '../../../identity-app.ts';
import type { AccountMailsTable } from '../../../tables.ts';

export type AccountMailRow = Selectable<AccountMailsTable>;

export async function insertMail(
  tx: Tx,
  mail: { mail_id: string; user_id: string; kind: string; recipient: string; token_id: string | null; sealed_secret: string | null },
): Promise<void> {
  await tx.insertInto('account_mails').values(mail).execute();
}

/** How long one replica has to send what it took, before another may think it has died. */
const LEASE = "interval '2 minutes'";

const due = new RowClaim<AccountMailRow>({
  table: 'account_mails',
  key: ['tenant', 'mail_id'],
  where: 'due.sent_at is null and due.given_up_at is null and due.due_at <= now()',
  orderBy: 'due.due_at',
  tenantsBy: 'min(due.due_at)',
  set: `attempts = attempts + 1, due_at = now() + ${LEASE}`,
  returning: 'claimed.*',
});
const SENT = 'update account_mails set sent_at = now(), sealed_secret = null, last_error = null where tenant = $1 and mail_id = $2';
const LATER =
  'update account_mails set due_at = now() + make_interval(secs => $3), last_error = $4 where tenant = $1 and mail_id = $2 and sent_at is null';
const GIVEN_UP =
  'update account_mails set given_up_at = now(), sealed_secret = null, last_error = $3 where tenant = $1 and mail_id = $2 and sent_at is null';
const OLD: readonly Pick<BatchDeletion, 'table' | 'key' | 'where'>[] = [
  { table: 'account_mails', key: ['tenant', 'mail_id'], where: "coalesce(sent_at, given_up_at) < now() - interval '7 days'" },
  { table: 'account_tokens', key: ['tenant', 'token_id'], where: "expires_at < now() - interval '7 days'" },
  { table: 'password_reset_requests', key: ['request_id'], where: "created_at < now() - interval '1 day'" },
];

/** Mails of all tenants that are due; nobody else is given them for as long as the lease lasts. @param database connected as the worker role, as in all below */
export function claimDueMails(database: Database, most: number): Promise<AccountMailRow[]> {
  return due.take(database, most);
}

export async function markSent(database: Database, { tenant, mail_id }: AccountMailRow): Promise<void> {
  await database.query(SENT, [tenant, mail_id]);
}

export async function sendLater(database: Database, { tenant, mail_id }: AccountMailRow, seconds: number, error: string): Promise<void> {
  await database.query(LATER, [tenant, mail_id, seconds, error]);
}

export async function giveUp(database: Database, { tenant, mail_id }: AccountMailRow, error: string): Promise<void> {
  await database.query(GIVEN_UP, [tenant, mail_id, error]);
}

/** Removes what was sent, and links that have ended, a week ago. */
export async function deleteOldMails(database: Database): Promise<void> {
  for (const deletion of OLD) await deleteInBatches(database, deletion);
}
