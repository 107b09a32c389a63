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

/** Mails about a ticket that were queued within the last hour. */
export async function countMailsOfTicket(db: Db, ticketId: string): Promise<number> {
  const { count } = await db
    .selectFrom('outbound_emails')
    .select(sql<number>`count(*)`.as('count'))
    .where('ticket_id', '=', ticketId)
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
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

/** Counts a try before it is made. @returns how many there are with it */
export async function countAttempt(db: Db, mailId: string): Promise<number> {
  const { attempts } = await db
    .updateTable('outbound_emails')
    .set({ attempts: sql`attempts + 1` })
    .where('mail_id', '=', mailId)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

/** Keeps one piece of a file of a mail that leaves. One that is there stays as it is. */
export async function stagePiece(db: Db, idempotency_key: string, file: number, piece: number, bytes: Buffer): Promise<void> {
  await db
    .insertInto('staged_files')
    .values({ idempotency_key, file, piece, bytes })
    .onConflict((conflict) => conflict.columns(['tenant', 'idempotency_key', 'file', 'piece']).doNothing())
    .execute();
}

/** How much of a file was staged. */
export async function stagedSize(db: Db, key: string, file: number): Promise<{ pieces: number; size: number }> {
  const { pieces, size } = await db
    .selectFrom('staged_files')
    .select([sql<number>`count(*)`.as('pieces'), sql<number>`coalesce(sum(length(bytes)), 0)`.as('size')])
    .where('idempotency_key', '=', key)
    .where('file', '=', file)
    .executeTakeFirstOrThrow();
  return { pieces: Number(pieces), size: Number(size) };
}
