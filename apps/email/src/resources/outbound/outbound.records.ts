import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../email-app.ts';
import type { OutboundEmailsTable } from './outbound.tables.ts';

export type OutboundRecord = Selectable<OutboundEmailsTable>;

export const contentPlace = (mailId: string) => ({ table: 'outbound_emails', column: 'sealed_content', row: mailId });

export async function findOutbound(db: Db, mailId: string): Promise<OutboundRecord | undefined> {
  return db.selectFrom('outbound_emails').selectAll().where('mail_id', '=', mailId).executeTakeFirst();
}

export async function findByKey(db: Db, key: string): Promise<OutboundRecord | undefined> {
  return db.selectFrom('outbound_emails').selectAll().where('idempotency_key', '=', key).executeTakeFirst();
}

export async function lockOutbound(tx: Tx, mailId: string): Promise<OutboundRecord | undefined> {
  return tx.selectFrom('outbound_emails').selectAll().where('mail_id', '=', mailId).forUpdate().executeTakeFirst();
}

export async function updateOutbound(tx: Tx, mailId: string, changes: Updateable<OutboundEmailsTable>): Promise<OutboundRecord> {
  return tx
    .updateTable('outbound_emails')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('mail_id', '=', mailId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Mails that left within the last minute. */
export async function countSentLastMinute(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('outbound_emails')
    .select(sql<number>`count(*)`.as('count'))
    .where('sent_at', '>', sql<string>`now() - interval '1 minute'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Which of these addresses no mail is sent to. */
export async function suppressedAmong(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .selectFrom('suppressions')
    .select('address')
    .where('address', 'in', [...addresses])
    .execute();
  return new Set(rows.map(({ address }) => address));
}
