import { outboundEmailEvents } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import { addToRowCount } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../email-app.ts';
import type { BounceReport } from '../mail/bounce.rules.ts';
import { lockOutbound, type OutboundRecord, updateOutbound } from './outbound.records.ts';
import { outboundFacts } from './outbound.view.ts';

const MAX_BOUNCES = 50;

/**
 * Notes on the very mail that came back to whom it did not get. A second report of the same changes nothing.
 * @returns the ticket the mail belonged to, null when to none; undefined when the report is about no mail of ours
 */
export async function noteBounce(db: Db, report: BounceReport): Promise<string | null | undefined> {
  if (report.originals.length === 0) return undefined;
  const found = await db
    .selectFrom('outbound_emails')
    .select('mail_id')
    .where('rfc_message_id', 'in', [...new Set(report.originals)].slice(0, 50))
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return db.transaction(async (tx) => {
    const mail = await lockOutbound(tx, found.mail_id);
    if (mail === undefined) return undefined;
    const sentTo = [...mail.recipients_to, ...mail.recipients_cc, ...mail.recipients_bcc];
    // Whoever the report names: only whom the mail was sent to can have sent it back.
    const named = report.recipients.filter(({ address }) => sentTo.includes(address));
    const about = named.length > 0 ? named : sentTo.length === 1 ? [{ address: sentTo[0] as string, reason: 'undelivered' }] : [];
    const { kind, permanent } = report;
    await addBounces(
      tx,
      mail,
      about.map((one) => ({ ...one, permanent, suppresses: permanent })),
      kind,
    );
    return mail.ticket_id;
  });
}

interface NewBounce {
  readonly address: string;
  readonly reason: string;
  readonly permanent: boolean;
  /** No more mail is sent to the address. */
  readonly suppresses: boolean;
}

/** Notes on a locked mail whom it did not reach. What is noted already changes nothing. */
export async function addBounces(
  tx: Tx,
  mail: OutboundRecord,
  found: readonly NewBounce[],
  kind: BounceReport['kind'] = 'bounce',
): Promise<void> {
  const fresh = found.filter(
    ({ address, permanent }) => !mail.bounces.some((bounce) => bounce.address === address && bounce.permanent === permanent),
  );
  if (fresh.length === 0) return;
  const at = new Date().toISOString();
  const added = fresh.map(({ address, reason, permanent }) => ({ address, reason, permanent, at }));
  const row = await updateOutbound(tx, mail.mail_id, {
    bounces: JSON.stringify([...mail.bounces, ...added].slice(0, MAX_BOUNCES)),
    // One that waits still goes to its other recipients.
    ...(kind === 'bounce' && mail.status !== 'queued' && { status: 'bounced' as const }),
  });
  for (const { address, reason, suppresses } of fresh) {
    if (suppresses) await suppress(tx, address, kind === 'complaint' ? 'complaint' : 'bounce', reason);
    emit(tx, outboundEmailEvents.bounced, { ...outboundFacts(row), address, reason, kind }, row.version);
  }
}

async function suppress(tx: Tx, address: string, reason: 'bounce' | 'complaint', note: string): Promise<void> {
  const row = await tx
    .insertInto('suppressions')
    .values({ suppression_id: uuidv7(), address, reason, note: note.slice(0, 500) })
    .onConflict((conflict) => conflict.columns(['tenant', 'address']).doNothing())
    .returning('suppression_id')
    .executeTakeFirst();
  if (row !== undefined) addToRowCount(tx, 'suppressions', 1);
}
