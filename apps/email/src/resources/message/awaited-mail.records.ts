import type { Db, Tx } from '../../email-app.ts';

/** Notes that a mail waits for those it answers: whichever of them is done with first wakes it. */
export async function noteAwaited(db: Db, messageId: string, rfcMessageIds: readonly string[]): Promise<void> {
  await db
    .insertInto('awaited_mails')
    .values([...new Set(rfcMessageIds)].map((rfc_message_id) => ({ message_id: messageId, rfc_message_id })))
    .onConflict((conflict) => conflict.columns(['tenant', 'message_id', 'rfc_message_id']).doNothing())
    .execute();
}

/** Ids of the mails that one waits for. */
export async function awaitedIds(db: Db, messageId: string): Promise<string[]> {
  const rows = await db.selectFrom('awaited_mails').select('rfc_message_id').where('message_id', '=', messageId).execute();
  return rows.map(({ rfc_message_id }) => rfc_message_id);
}

/** Forgets what a mail waited for. */
export async function forgetAwaited(tx: Tx, messageId: string): Promise<void> {
  await tx.deleteFrom('awaited_mails').where('message_id', '=', messageId).execute();
}

/** The mails that wait for one with this Message-ID. */
export async function awaitingMails(db: Db, rfcMessageId: string | null): Promise<string[]> {
  if (rfcMessageId === null) return [];
  const rows = await db.selectFrom('awaited_mails').select('message_id').where('rfc_message_id', '=', rfcMessageId).execute();
  return rows.map(({ message_id }) => message_id);
}
