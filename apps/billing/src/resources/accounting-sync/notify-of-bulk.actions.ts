import { MailRefused } from '@psa/mail-kit';
import type { Db, Ports } from '../../billing-app.ts';
import { countRecords, findBulk } from './accounting-sync.records.ts';
import { statusOfBulk } from './accounting-sync.view.ts';

/** Tells by mail how a bulk sync has ended. An address that takes no mail is no reason to try again. */
export async function notifyOfBulk(db: Db, { mailer }: Ports, bulkId: string): Promise<void> {
  const rows = await findBulk(db, bulkId);
  const to = rows[0]?.notification_email;
  if (!to) return;
  const countOf = await countRecords(
    db,
    rows.map(({ sync_id }) => sync_id),
  );
  const lines = rows.map((row) => {
    const { successful, failed } = countOf(row.sync_id);
    const reason = row.error_message === null ? '' : ` ${row.error_message}`;
    return `${row.operation_type}: ${row.status}, ${successful} succeeded, ${failed} failed.${reason}`;
  });
  const mail = {
    to: [to],
    subject: `Synchronization with QuickBooks: ${statusOfBulk(rows)}`,
    text: `${lines.join('\n')}\n`,
    attachments: [],
    messageId: `accounting-bulk-${bulkId}`,
  };
  await mailer.send(mail, db.context).catch((error: unknown) => {
    if (!(error instanceof MailRefused)) throw error;
  });
}
